// The question line, its scope, and what was found. Draws a state; decides nothing.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { focusRow, RovingList } from "@wherein/ui/answers/roving-list.tsx";
import { Stepper } from "@wherein/ui/answers/stepper.tsx";
import { Icon } from "@wherein/ui/icons.tsx";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { Microphone } from "@wherein/ui/voice/voice-places.tsx";
import { VoiceRow } from "@wherein/ui/voice/voice-row.tsx";
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { AnswerList, Passages } from "./asking/answer-list.tsx";
import type { AskController } from "./asking/ask-controller.ts";
import { type AskState, isAnswered } from "./asking/ask-state.ts";
import { ANSWERS } from "./asking/focus.ts";
import { COMPLETIONS, completionId, QuestionField } from "./asking/question-field.tsx";
import { ScopeChoice } from "./asking/scope-choice.tsx";
import { counter, notesOf, spoken, status } from "./asking/words.ts";
import { Earlier, Understood } from "./conversation/conversation-view.tsx";
import type { LibraryController } from "./library/library-controller.ts";
import { type ScopeKind, scopeGroups } from "./scope.ts";
import { Start } from "./start/start-view.tsx";
import type { WritingController } from "./written/writing-controller.ts";
import { WrittenAnswer } from "./written/written-view.tsx";

const PLACEHOLDER: Readonly<Record<ScopeKind | "library", string>> = {
  library: t.askYourLibrary,
  document: t.askThisDocument,
  folder: t.askThisFolder,
  tag: t.askTheDocumentsWithThisTag,
  base: t.askThisKnowledgeBase,
};
const FROM: Readonly<Record<string, string>> = {
  question: t.askedHere,
  heading: t.headingSource,
  entity: t.inThisDocument,
};

interface Props {
  readonly controller: AskController;
  readonly library: LibraryController;
  readonly writing: WritingController;
  readonly question: RefObject<HTMLTextAreaElement | null>;
  readonly server: AppServer;
  readonly open: (document: KeptDocument) => void;
  readonly toDocument: () => void;
  readonly toLibrary: () => void;
}

export function AskPane({
  controller,
  library,
  writing,
  question,
  server,
  open,
  toDocument,
  toLibrary,
}: Props): ReactElement {
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const { documents, bases } = useSyncExternalStore(
    library.store.subscribe,
    library.store.snapshot,
  );
  const groups = useMemo(() => scopeGroups(documents ?? [], bases), [documents, bases]);
  const { asked, hits, completions, completion, note } = state;
  const answered = isAnswered(state);
  // Whatever is asked of nothing, one thing is said: how to add something. What was read says that there is something,
  // also where it came from elsewhere since the list of documents did.
  const isNothingThere =
    documents?.length === 0 && bases.length === 0 && state.scope === null && !hasRead(asked);
  const isUnasked = state.opened.kind === "nothing" && state.question === "" && !asked;
  const steps = counter(state);
  // What an empty library was filled with stood here.
  useEffect(() => {
    if (!isNothingThere && document.activeElement === document.body) question.current?.focus();
  }, [isNothingThere, question]);
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") controller.enter(event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown" && completions.length === 0) focusRow(document);
    else if (event.key === "ArrowDown") controller.choose(1);
    else if (event.key === "ArrowUp") controller.choose(-1);
    else return;
    event.preventDefault();
  };
  return (
    <section className="ask" id={ANSWERS} aria-label={t.questionAndAnswers}>
      <div className="question">
        <QuestionField
          state={state}
          field={question}
          placeholder={PLACEHOLDER[state.scope?.kind ?? "library"]}
          type={(text) => controller.type(text)}
          keys={keys}
          left={() => controller.dismissCompletions()}
        />
        {state.question !== "" && (
          <button
            type="button"
            className="quiet"
            aria-label={t.clear}
            title={t.clearEsc}
            onClick={() => {
              controller.escape();
              question.current?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        )}
        <Microphone desk={controller.voice} />
      </div>
      <VoiceRow desk={controller.voice} />
      {completions.length > 0 && (
        <div className="completions" id={COMPLETIONS} role="listbox" aria-label={t.completions}>
          {completions.map((each, i) => (
            <div
              key={each.text}
              id={completionId(i)}
              role="option"
              tabIndex={-1}
              aria-selected={i === completion}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => controller.takeCompletion(each.text)}
              onKeyDown={(event) => event.key === "Enter" && controller.takeCompletion(each.text)}
            >
              <span dir="auto">{each.text}</span>{" "}
              <span className="from">{FROM[each.source] ?? ""}</span>
            </div>
          ))}
        </div>
      )}
      {state.opened.kind !== "nothing" && (
        <button type="button" className="skip" onClick={toDocument}>
          {t.goToTheDocument}
        </button>
      )}
      <Understood controller={controller} question={question} />
      <ScopeChoice
        state={state}
        controller={controller}
        groups={groups}
        documents={documents ?? []}
      />
      <div className="status" data-idle={isNothingThere || isUnasked}>
        <p className="status-line">
          {(isNothingThere ? "" : status(state)).replace(/(\d) s\b/g, "$1\u00a0s")}
        </p>
        <p className="spoken" role="status" aria-live="polite">
          {isNothingThere && answered ? t.theLibraryIsEmpty : spoken(state)}
        </p>
        {steps !== "" && <Stepper counter={steps} move={(by) => controller.move(by)} />}
        {note !== "" && (
          <p
            // What was copied, its button says.
            className={state.copied ? "spoken" : "status-line done"}
            role="status"
            aria-live="polite"
          >
            {note}
          </p>
        )}
        {asked && answered && !asked.result && !asked.trouble && (
          <progress
            aria-label={t.readingProgress}
            max={1}
            {...(asked.fraction > 0 && { value: asked.fraction })}
          />
        )}
      </div>
      {asked?.trouble && (
        <TroubleNote trouble={asked.trouble} retry={() => void controller.ask()} />
      )}
      {asked && answered && !isNothingThere && <Notes state={state} controller={controller} />}
      {asked && answered && !isNothingThere && (
        <div aria-busy={!asked.result}>
          <h2 className="spoken" dir="auto">
            {asked.question}
          </h2>
          <RovingList>
            <AnswerList state={state} controller={controller} />
          </RovingList>
          {asked.result && (
            <WrittenAnswer result={asked.result} writing={writing} controller={controller} />
          )}
        </div>
      )}
      {!answered && hits && hits.length > 0 && (
        <RovingList>
          <Passages
            hits={hits}
            name={t.passagesWithTheseWords}
            state={state}
            controller={controller}
          />
        </RovingList>
      )}
      <Earlier controller={controller} question={question} />
      {documents && (isNothingThere || isUnasked) && (
        <Start
          controller={controller}
          library={library}
          server={server}
          documents={documents}
          open={open}
          toLibrary={toLibrary}
        />
      )}
    </section>
  );
}

function hasRead(asked: AskState["asked"]): boolean {
  if (!asked) return false;
  const { answers, perhaps, result } = asked;
  return answers.length + perhaps.length > 0 || (result?.read.words ?? 0) > 0;
}

/** What the server says besides: another spelling, the articles that names led to, what was not read. */
function Notes({
  state,
  controller,
}: {
  readonly state: AskState;
  readonly controller: AskController;
}): ReactElement | null {
  const result = state.asked?.result;
  if (!result) return null;
  const { meant, links } = result;
  const notes = notesOf(result, controller.isJudged);
  return (
    <>
      {meant && (
        <p className="meant">
          {t.showingResultsFor}{" "}
          <button type="button" onClick={() => controller.takeCompletion(meant)}>
            {meant}
          </button>
        </p>
      )}
      {links.map((link) => (
        <p key={`${link.start}-${link.document}`} className="note" dir="auto">
          {t.nameIsReadAs(link.surface, link.title)}
        </p>
      ))}
      {notes.map((each) => (
        <p key={each} className="note" dir="auto">
          {each}
        </p>
      ))}
    </>
  );
}
