// The panel: a question line, a status line and the results. Draws a state; decides nothing.

import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { AnswerList } from "./answers/answer-list.tsx";
import { PageStrip } from "./answers/page-strip.tsx";
import { PlainList } from "./answers/plain-list.tsx";
import { RovingList } from "./answers/roving-list.tsx";
import { Stepper } from "./answers/stepper.tsx";
import { Icon } from "./icons.tsx";
import type { PageContent } from "./links.ts";
import { t } from "./messages/messages.ts";
import { AskRow } from "./question/ask-row.tsx";
import { AskedList } from "./question/asked-list.tsx";
import { CompletionList } from "./question/completion-list.tsx";
import { FindOptionsBar } from "./question/find-options-bar.tsx";
import { QuestionLine } from "./question/question-line.tsx";
import { isAskable, isQuestion } from "./state/enter.ts";
import type { PanelController } from "./state/panel-controller.ts";
import {
  asAsked,
  askedHere,
  items,
  literal,
  markedAlike,
  type PanelState,
} from "./state/panel-state.ts";
import { correctionNote, counter, languageNote, spokenStatus, status } from "./state/words.ts";
import { TroubleNote } from "./trouble-note.tsx";
import { Microphone, voiceKeyDown, voiceKeyUp } from "./voice/voice-places.tsx";
import { VoiceRow } from "./voice/voice-row.tsx";

export interface PanelProps {
  readonly controller: PanelController;
  /** Opens the settings. */
  readonly settings: () => void;
  /** Grows when the person opens the panel again; the question then gets the focus and is selected. */
  readonly focus: number;
}

export function Panel({ controller, settings, focus }: PanelProps): ReactElement {
  const state = useSyncExternalStore(
    controller.subscribe,
    controller.snapshot,
    controller.snapshot,
  );
  const question = useRef<HTMLTextAreaElement>(null);
  const panel = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` is the reason to run again.
  useEffect(() => {
    question.current?.focus();
    question.current?.select();
  }, [focus]);

  // The row of the current item is seen, below what stays on top.
  const { current } = state;
  useEffect(() => {
    const row = current && panel.current?.querySelector<HTMLElement>('.item[aria-current="true"]');
    if (!row) return;
    row.style.scrollMarginBlock = `${(head.current?.offsetHeight ?? 0) + 8}px 48px`;
    row.scrollIntoView({ block: "nearest" });
  }, [current]);

  // Words that were heard can be put right at once.
  const fills = useSyncExternalStore(
    controller.voice?.subscribe ?? never,
    () => controller.voice?.snapshot().fills ?? 0,
    () => 0,
  );
  useEffect(() => {
    const line = question.current;
    if (fills === 0 || !line) return;
    line.focus();
    line.setSelectionRange(line.value.length, line.value.length);
  }, [fills]);

  const keys = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    const back = event.shiftKey;
    const handled = (): true => {
      event.preventDefault();
      return true;
    };
    if (voiceKeyDown(controller.voice, event, () => controller.currentPassage())) {
      handled();
    } else if (event.key === "Escape" && handled()) {
      // The focused element may disappear; the panel takes the focus so that it gets the next Esc.
      question.current?.focus();
      void controller.escape();
    } else if (event.key === "F3" && handled()) controller.move(back ? -1 : 1);
    else if (control && event.key.toLowerCase() === "g" && handled())
      controller.move(back ? -1 : 1);
    else if (event.altKey && /^[1-9]$/.test(event.key) && handled()) {
      const item = items(state)[Number(event.key) - 1];
      if (item) controller.go(item);
    } else if (control && event.key === "Enter" && handled()) void controller.askServer();
    else if (event.target === question.current && !control && !event.altKey) {
      if (event.key === "Enter" && handled()) controller.enter(back ? -1 : 1);
      else if (event.key === "ArrowDown" && handled()) controller.choose(1);
      else if (event.key === "ArrowUp" && handled()) controller.choose(-1);
    }
  };

  const { page, asked } = state;
  const reading = asked?.reading;
  const correction = correctionNote(state);
  const alike = markedAlike(state);
  const language = languageNote(state);
  const asking = askedHere(state);
  const serverTrouble = asked?.server?.kind === "trouble" ? asked.server.trouble : null;
  const trouble = page.kind === "closed" ? page.trouble : (asked?.trouble ?? state.readerTrouble);
  const found = items(state).length > 0;
  // Always true: data that leaves the browser goes only to the person's own server.
  const footer =
    asked?.server && asked.server.kind !== "trouble"
      ? t.readInThisBrowserThenAsked
      : state.paired
        ? t.readInThisBrowserYourOwn
        : t.readInThisBrowserNothingLeaves;
  const unread = page.kind === "open" ? page.content.unreadFrames : [];
  return (
    // The focus, so that keys are heard, also after a click on nothing.
    <main
      className="panel"
      ref={panel}
      tabIndex={-1}
      onKeyDown={keys}
      onKeyUp={(event) => voiceKeyUp(controller.voice, event)}
    >
      <h1 className="spoken">{t.findOrAskOnThisPage}</h1>
      <div className="head" ref={head}>
        <div className="question">
          <QuestionLine state={state} controller={controller} field={question} />
          {state.question !== "" && (
            <button
              type="button"
              className="quiet"
              aria-label={t.clear}
              title={t.clearEsc}
              onClick={() => {
                controller.type("");
                question.current?.focus();
              }}
            >
              <Icon name="close" />
            </button>
          )}
          <Microphone desk={controller.voice} />
        </div>
        <VoiceRow desk={controller.voice} />
        {isAskable(state) && <AskRow state={state} controller={controller} />}
        <CompletionList state={state} controller={controller} />
        {correction && (
          <p className="meant">
            {correction.before}
            <button type="button" onClick={() => controller.takeMeant()}>
              <bdi>{correction.correction}</bdi>
            </button>
            {correction.after}
          </p>
        )}
        <div className="status">
          {/* A number is on one line with the thing that it counts. */}
          <p className="status-line">{status(state).replace(/(\d) s\b/g, "$1\u00a0s")}</p>
          <p className="spoken" role="status" aria-live="polite">
            {spokenStatus(state)}
          </p>
          <p className="spoken" aria-live="polite">
            {state.note}
          </p>
          {findsPlainly(state) && (
            <FindOptionsBar
              options={state.options}
              change={(options) => controller.setOptions(options)}
            />
          )}
          {found && <Stepper counter={counter(state)} move={(by) => controller.move(by)} />}
          {state.note !== "" && state.copied === null && (
            <p className="status-line done" aria-hidden="true">
              {state.note}
            </p>
          )}
          {reading && !reading.done && (
            <progress
              aria-label={t.readingProgress}
              max={reading.words}
              value={reading.wordsRead}
            />
          )}
        </div>
        <PageStrip state={state} />
      </div>
      {trouble && <TroubleNote trouble={trouble} retry={() => void controller.open()} />}
      {serverTrouble && (
        <TroubleNote trouble={serverTrouble} retry={() => void controller.askServer()} />
      )}
      {page.kind === "open" && page.content.text === "" && (
        <p className="note">{t.thereIsNoTextOnThis}</p>
      )}
      {page.kind === "open" && page.content.text !== "" && <PagesNote content={page.content} />}
      {language && <p className="note">{language}</p>}
      <RovingList>
        {reading && <AnswerList state={state} reading={reading} controller={controller} />}
        {state.question === "" && asking.length > 0 && (
          <AskedList
            name={t.askedOnThisPage}
            asked={asking}
            current={state.current}
            take={(asked) => controller.goToAsked(asked)}
          />
        )}
        {state.question === "" && asking.length === 0 && state.suggested.length > 0 && (
          <AskedList
            name={t.youCouldAsk}
            asked={state.suggested.map(asAsked)}
            current={state.current}
            take={(asked) => controller.goToAsked(asked)}
          />
        )}
        {alike.length > 0 && (
          <AskedList
            name={t.markedByYou}
            asked={alike.flatMap(({ row, marked, span }) =>
              marked
                ? [{ question: row.question, answer: marked.text, span, title: "", url: null }]
                : [],
            )}
            current={state.current}
            take={(asked) => controller.goToAsked(asked)}
          />
        )}
        {state.similar.length > 0 && (
          <AskedList name={t.askedElsewhere} asked={state.similar} current={null} take={null} />
        )}
        <PlainList state={state} controller={controller} />
      </RovingList>
      {unread.length > 0 && (
        <p className="note">
          {t.countedFrames(unread.length)} {t.notRead} {[...new Set(unread)].slice(0, 3).join(", ")}
          .{" "}
          <button type="button" onClick={() => void controller.allowFrames()}>
            {t.allowReadingFrames(unread.length)}
          </button>
        </p>
      )}
      {page.kind === "open" && page.content.tooDeep && (
        <p className="note">{t.whatIsNestedTooDeeply}</p>
      )}
      <footer className="footer">
        <span>{footer}</span>
        <button
          type="button"
          className="quiet"
          aria-label={t.settings}
          title={t.settings}
          onClick={settings}
        >
          <Icon name="settings" />
        </button>
      </footer>
    </main>
  );
}

const never = () => () => undefined;

/** Whether the text is searched for literally; the options of plain find are then shown, as while one of them is on. */
function findsPlainly({ question, options, asked }: PanelState): boolean {
  if (Object.values(options).some(Boolean)) return true;
  if (question.trim() === "" || asked !== null) return false;
  return literal(question) !== null || !isQuestion(question);
}

/** The notes on pages of a document that could not be read, and on tables that were read as lines. */
function PagesNote({ content }: { readonly content: PageContent }): ReactElement {
  const unread = content.pagesWithoutText ?? [];
  const tables = content.pagesWithTables ?? [];
  return (
    <>
      {unread.length > 0 && (
        <p className="note">{t.pagesWithoutText(t.countedPages(unread.length), named(unread))}</p>
      )}
      {tables.length > 0 && <p className="note">{t.tablesReadByLine(named(tables))}</p>}
    </>
  );
}

function named(numbers: readonly number[]): string {
  return numbers.slice(0, 12).join(", ") + (numbers.length > 12 ? ", …" : "");
}
