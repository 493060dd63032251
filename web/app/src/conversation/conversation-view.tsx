// How the question is understood, and the conversation that it belongs to. Draws a state; decides nothing.

import type { Turn } from "@wherein/api-client/conversation.ts";
import { beginning } from "@wherein/ui/answers/clip.ts";
import { RovingList } from "@wherein/ui/answers/roving-list.tsx";
import { t } from "@wherein/ui/messages/messages.ts";
import { useFittedHeight } from "@wherein/ui/question/fitted-height.ts";
import { type ReactElement, type RefObject, useRef, useState, useSyncExternalStore } from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { isAnswered } from "../asking/ask-state.ts";
import { Menu } from "../menu.tsx";
import { EXPORTS, saved } from "../saved.ts";

const SHOWN = 5;

interface Props {
  readonly controller: AskController;
}

interface LineProps extends Props {
  /** The question line, where a question is reworded. */
  readonly question: RefObject<HTMLTextAreaElement | null>;
}

/** The line below the question: what it is or was understood as, which can be edited. */
export function Understood({ controller, question }: LineProps): ReactElement | null {
  const { conversation } = controller;
  const { wording, unclear, editedTurn } = useSyncExternalStore(
    conversation.store.subscribe,
    conversation.store.snapshot,
  );
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const asked = isAnswered(state);
  const going = editedTurn !== null && <Rephrasing controller={controller} question={question} />;
  if (!wording || wording.typed !== state.question.trim()) {
    const unknown = unclear?.typed === state.question.trim() && (
      <p className="note">{t.whoIsMeantBy(unclear.pronoun)}</p>
    );
    return (
      <>
        {going}
        {unknown}
      </>
    );
  }
  if (wording.by === "typed") {
    return (
      <>
        {going}
        <p className="understood">
          <span>{asked ? t.askedAsTyped : t.willBeAskedAsTyped}</span>{" "}
          <button type="button" onClick={() => void controller.askCompleted()}>
            {t.completeIt}
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      {going}
      <form
        className="understood"
        onSubmit={(event) => {
          event.preventDefault();
          void controller.ask();
        }}
      >
        <UnderstoodField
          name={asked ? t.understoodAs : t.willBeAskedAs}
          words={wording.understood}
          change={(words) => conversation.reword(state.question, words)}
        />
        <div className="actions">
          {wording.by === "person" && <button type="submit">{t.askThis}</button>}
          <button type="button" onClick={() => void controller.askAsTyped()}>
            {t.askAsTyped}
          </button>
        </div>
      </form>
    </>
  );
}

/** A question is seen whole, over as many lines as it has; Enter asks it. */
function UnderstoodField({
  name,
  words,
  change,
}: {
  readonly name: string;
  readonly words: string;
  readonly change: (words: string) => void;
}): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  useFittedHeight(field, words);
  return (
    <label>
      <span>{name}</span>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        value={words}
        onChange={(event) => change(event.target.value.replace(/\s*\n\s*/gu, " "))}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </label>
  );
}

/** What asking in other words does, and two ways out of it. */
export function Rephrasing({ controller, question }: LineProps): ReactElement {
  return (
    <p className="note">
      {t.askingThisForgetsTheQuestionsAfter}{" "}
      <button type="button" onClick={() => controller.conversation.endRephrasing()}>
        {t.askItAsANewOne}
      </button>{" "}
      <button
        type="button"
        onClick={() => {
          controller.cancelRephrasing();
          question.current?.focus();
        }}
      >
        {t.cancel}
      </button>
    </p>
  );
}

/** The questions asked before, newest first, and what can be done with all of them. */
export function Earlier({ controller, question }: LineProps): ReactElement | null {
  const { conversation } = controller;
  const { turns, kept, cleared } = useSyncExternalStore(
    conversation.store.subscribe,
    conversation.store.snapshot,
  );
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const [all, setAll] = useState(false);
  if (turns.length === 0 && cleared.length > 0) {
    return (
      <p>
        <button
          type="button"
          onClick={() => {
            controller.restoreConversation();
            question.current?.focus();
          }}
        >
          {t.undoBringTheConversationBack}
        </button>
      </p>
    );
  }
  if (turns.length === 0) return null;
  const last = turns.length - 1;
  // The last one is above, with its answers.
  const above = isAnswered(state) && turns[last]?.typed === state.question.trim();
  const earlier = turns
    .map((turn, number) => ({ turn, number }))
    .slice(0, above ? last : undefined);
  const shown = earlier.toReversed().slice(0, all ? undefined : SHOWN);
  const left = earlier.length - shown.length;
  return (
    <section className="conversation" aria-label={t.conversation}>
      {earlier.length > 0 && <h2>{t.earlierInThisConversation}</h2>}
      <RovingList>
        <ol>
          {shown.map(({ turn, number }) => (
            <EarlierTurn
              key={number}
              turn={turn}
              controller={controller}
              askAgain={() => {
                controller.askAgain(number);
                question.current?.focus();
              }}
            />
          ))}
        </ol>
      </RovingList>
      {left > 0 && (
        <button type="button" onClick={() => setAll(true)}>
          {t.showMoreOf(left)}
        </button>
      )}
      <div className="whole">
        {turns.some(({ answers, perhaps }) => answers.length + perhaps.length > 0) && (
          <Menu
            name={t.exportWord}
            items={EXPORTS.map(([form, name, end, type]) => ({
              name,
              take: () =>
                void controller.exported(async () =>
                  saved(`conversation${end}`, type, await conversation.exported(form)),
                ),
            }))}
          />
        )}
        <button type="button" onClick={() => controller.forgetConversation()}>
          {t.clearConversation}
        </button>
        <label>
          <input
            type="checkbox"
            checked={kept}
            onChange={(event) => conversation.keep(event.target.checked)}
          />{" "}
          {t.keepItInThisBrowser}
        </label>
      </div>
    </section>
  );
}

/** What was found is said in the words in which it was said then. */
export function EarlierTurn({
  turn,
  controller,
  askAgain,
}: Props & { readonly turn: Turn; readonly askAgain: () => void }): ReactElement {
  const { typed, understood, answers, perhaps } = turn;
  const best = answers[0] ?? perhaps[0];
  return (
    <li className={answers.length === 0 ? "perhaps" : undefined}>
      <h3 dir="auto">{typed}</h3>
      {understood !== typed && (
        <p className="meta" dir="auto">
          {t.understoodAsWas(understood)}
        </p>
      )}
      {turn.takenBack && <p className="meta">{t.takenBack}</p>}
      {answers.length === 0 && !turn.takenBack && (
        <p className="meta">{best ? t.noClearAnswerClosest : t.notHere}</p>
      )}
      {best && (
        <button type="button" className="item" onClick={() => controller.go(best)}>
          <span className="quote" dir="auto">
            <strong>{beginning(best.written ?? best.text, 200)}</strong>
          </span>
          <span className="meta" dir="auto">
            {" "}
            {best.title}
          </span>
        </button>
      )}
      <button type="button" aria-label={t.rephrase(typed)} onClick={askAgain}>
        {t.rephraseIt}
      </button>
    </li>
  );
}
