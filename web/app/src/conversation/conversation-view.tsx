// How the question is understood, and the conversation that it belongs to. Draws a state; decides nothing.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Turn } from "@wherein/api-client/conversation.ts";
import { type ReactElement, type RefObject, useState, useSyncExternalStore } from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { isAnswered } from "../asking/ask-state.ts";
import { EXPORTS, saved } from "../saved.ts";

const SHOWN = 5;

interface Props {
  readonly controller: AskController;
}

/** The line below the question: what it is or was understood as, which can be edited. */
export function Understood({ controller }: Props): ReactElement | null {
  const { conversation } = controller;
  const { wording, unclear, editedTurn } = useSyncExternalStore(
    conversation.store.subscribe,
    conversation.store.snapshot,
  );
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const asked = isAnswered(state);
  const going = editedTurn !== null && (
    <p className="note">
      Asking this forgets the questions after it.{" "}
      <button type="button" onClick={() => conversation.askAgain(null)}>
        Ask it as a new one
      </button>
    </p>
  );
  if (!wording || wording.typed !== state.question.trim()) {
    const unknown = unclear?.typed === state.question.trim() && (
      <p className="note">
        {unclear.pronoun.includes(" ") ? "What" : "Who"} is meant by “{unclear.pronoun}”?
      </p>
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
          <span>{asked ? "Asked as typed." : "Will be asked as typed."}</span>{" "}
          <button type="button" onClick={() => void controller.askCompleted()}>
            Complete it
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
        <label>
          <span>{asked ? "Understood as" : "Will be asked as"}</span>
          <input
            type="text"
            dir="auto"
            spellCheck={false}
            autoComplete="off"
            value={wording.understood}
            onChange={(event) => conversation.reword(state.question, event.target.value)}
          />
        </label>
        <div className="actions">
          {wording.by === "person" && <button type="submit">Ask this</button>}
          <button type="button" onClick={() => void controller.askAsTyped()}>
            Ask as typed
          </button>
        </div>
      </form>
    </>
  );
}

interface EarlierProps extends Props {
  /** The question line, where a question is reworded. */
  readonly question: RefObject<HTMLTextAreaElement | null>;
}

/** The questions asked before, newest first, and what can be done with all of them. */
export function Earlier({ controller, question }: EarlierProps): ReactElement | null {
  const { conversation } = controller;
  const { turns, kept } = useSyncExternalStore(
    conversation.store.subscribe,
    conversation.store.snapshot,
  );
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const [all, setAll] = useState(false);
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
    <section className="conversation" aria-label="Conversation">
      {earlier.length > 0 && <h2>Earlier in this conversation</h2>}
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
      {left > 0 && (
        <button type="button" onClick={() => setAll(true)}>
          Show {left} more
        </button>
      )}
      <p className="whole">
        {EXPORTS.map(([form, name, end, type]) => (
          <button
            key={form}
            type="button"
            onClick={() =>
              void controller.exported(async () =>
                saved(`conversation${end}`, type, await conversation.exported(form)),
              )
            }
          >
            {name}
          </button>
        ))}
        <button type="button" onClick={() => controller.forgetConversation()}>
          Forget it
        </button>
        <label>
          <input
            type="checkbox"
            checked={kept}
            onChange={(event) => conversation.keep(event.target.checked)}
          />{" "}
          Keep it in this browser
        </label>
      </p>
    </section>
  );
}

function EarlierTurn({
  turn,
  controller,
  askAgain,
}: Props & { readonly turn: Turn; readonly askAgain: () => void }): ReactElement {
  const { typed, understood, answers } = turn;
  const [best] = answers;
  return (
    <li>
      <h3 dir="auto">{typed}</h3>
      {understood !== typed && (
        <p className="meta" dir="auto">
          Understood as: {understood}
        </p>
      )}
      {best ? (
        <button type="button" className="item" onClick={() => controller.go(best)}>
          <span className="quote" dir="auto">
            <strong>{shortened(squeezed(best.written ?? best.text))}</strong>
          </span>
          <span className="meta" dir="auto">
            {" "}
            {best.title}
          </span>
        </button>
      ) : (
        <p className="meta">Not here.</p>
      )}
      <button type="button" aria-label={`Ask in other words: ${typed}`} onClick={askAgain}>
        Ask in other words
      </button>
    </li>
  );
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
