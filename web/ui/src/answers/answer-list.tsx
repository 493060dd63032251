// The answers, best first, then those graded perhaps; without any, the nearest passages.

import { overlaps } from "@wherein/anchoring/span.ts";
import { BY_PERSON, isStruck } from "@wherein/reader/answers/answer-facts.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { Fragment, type ReactElement, useEffect, useRef } from "react";
import type { ReadingState } from "../links.ts";
import { factsOf, perhapsGroups } from "../messages/fact-words.ts";
import { t } from "../messages/messages.ts";
import type { PanelController } from "../state/panel-controller.ts";
import {
  answersOf,
  type Current,
  isJudged,
  judgedWrong,
  keyOf,
  markedOf,
  type PanelState,
  perhapsOf,
  rightOf,
  same,
  serverAnswers,
} from "../state/panel-state.ts";
import { cellNames } from "../state/words.ts";
import { AnswerActions } from "./answer-actions.tsx";
import { AnswerRow, Sureness } from "./answer-row.tsx";
import { ClippedItem } from "./clipped-item.tsx";
import { PassageRow } from "./passage-row.tsx";
import { quoted } from "./quoted.ts";

interface Props {
  readonly state: PanelState;
  readonly reading: ReadingState;
  readonly controller: PanelController;
}

export function AnswerList({ state, reading, controller }: Props): ReactElement {
  const { nearest, done } = reading;
  const answers = answersOf(state);
  const perhaps = perhapsOf(state);
  const there = serverAnswers(state);
  const wrong = judgedWrong(state);
  const copiedAll = state.copied?.what;
  return (
    <>
      {answers.length > 0 && (
        <ol className="answers" aria-label={t.answers} data-several={reading.several}>
          {answers.map((answer, i) => (
            <Answer
              key={keyOf(answer)}
              answer={answer}
              fromServer={there.some((one) => keyOf(one) === keyOf(answer))}
              current={{ kind: "answer", span: answer.span }}
              number={i + 1}
              state={state}
              controller={controller}
            />
          ))}
        </ol>
      )}
      {answers.length > 1 && done && (
        <div className="take-away">
          <button type="button" onClick={() => void controller.copyAll("Markdown")}>
            {copiedAll === "Markdown" ? t.allCopiedAsMarkdown : t.copyAllAsMarkdown}
          </button>
          <button type="button" onClick={() => void controller.copyAll("annotations")}>
            {copiedAll === "annotations" ? t.allCopiedAsAnnotations : t.asAnnotations}
          </button>
        </div>
      )}
      {done && answers.length === 0 && (
        <div className="none">
          <p>{perhaps.length > 0 ? t.noClearAnswerClosest : t.notOnThisPageAsFar}</p>
          {controller.keepsFeedback && (
            <button type="button" onClick={() => void controller.feedback.missed()}>
              {t.iFoundItUseMySelection}
            </button>
          )}
        </div>
      )}
      {perhaps.length > 0 && (
        <div className="perhaps">
          {perhapsGroups(perhaps).map((group) => (
            <Fragment key={group.before}>
              {answers.length > 0 && <h2>{group.name}</h2>}
              <ol className="answers" aria-label={group.name}>
                {group.answers.map((answer, i) => (
                  <Answer
                    key={keyOf(answer)}
                    answer={answer}
                    fromServer={false}
                    current={{ kind: "perhaps", span: answer.span }}
                    number={answers.length + group.before + i + 1}
                    state={state}
                    controller={controller}
                  />
                ))}
              </ol>
            </Fragment>
          ))}
        </div>
      )}
      {wrong.length > 0 && (
        <ol className="answers wrong" aria-label={t.judgedWrong}>
          {wrong.map((answer) => {
            const at = { kind: "nearest", span: answer.span } as const;
            return (
              <li key={keyOf(answer)}>
                <ClippedItem
                  {...quoted(answer.quote, answer.text, answer.span.start - answer.quoteSpan.start)}
                  kind="sentence"
                  isCurrent={same(state.current, at)}
                  go={() => controller.go(at)}
                  facts={<span className="meta">{t.markedWrongByYou}</span>}
                />
              </li>
            );
          })}
        </ol>
      )}
      {isJudged(state) && <Judged state={state} controller={controller} />}
      {done && answers.length === 0 && nearest.length > 0 && (
        <section className="nearest">
          <h2>{t.nearestPassages}</h2>
          <ol className="answers plain" aria-label={t.nearestPassages}>
            {nearest.map((passage) => {
              const current = { kind: "nearest", span: passage.span } as const;
              return (
                <PassageRow
                  key={passage.span.start}
                  text={passage.text}
                  section={passage.section}
                  query={state.question}
                  isCurrent={same(state.current, current)}
                  go={() => controller.go(current)}
                  facts={
                    <Place
                      parts={nearestHeadings(passage.section).map((words) => (
                        <Heading key={words} words={words} section={passage.section} />
                      ))}
                    />
                  }
                />
              );
            })}
          </ol>
        </section>
      )}
    </>
  );
}

/** What the person's verdicts changed, and the button that takes them back. */
function Judged({ state, controller }: Pick<Props, "state" | "controller">): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  // The answer whose button was pressed is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
    return () => {
      // Then this button is gone.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>(".question-line")?.focus();
      });
    };
  }, []);
  return (
    <div className="take-back">
      <span>{markedOf(state) ? t.youMarkedTheAnswer : t.answersYouJudgedWrongDoNot}</span>{" "}
      <button ref={button} type="button" onClick={() => void controller.feedback.undo()}>
        {t.takeItBack}
      </button>
    </div>
  );
}

interface AnswerProps {
  readonly answer: FoundAnswer;
  readonly fromServer: boolean;
  readonly current: Current;
  readonly number: number;
  readonly state: PanelState;
  readonly controller: PanelController;
}

function Answer({
  answer,
  fromServer,
  current,
  number,
  state,
  controller,
}: AnswerProps): ReactElement {
  const { quoteSpan, span, confidence } = answer;
  const marked = markedOf(state);
  const byPerson =
    (marked !== null && keyOf(marked) === keyOf(answer)) ||
    rightOf(state).some((right) => overlaps(right, span));
  // Without the title, which is the open page's, and without the cell, which is before the quote.
  const shown = factsOf({
    ...answer.documentFacts,
    section: nearestHeadings(answer.section),
    page: pageOf(state, span.start),
    main: answer.main ?? null,
    confidence,
    found_by: byPerson ? BY_PERSON : "",
  });
  return (
    <AnswerRow
      quote={answer.quote}
      text={answer.text}
      offset={span.start - quoteSpan.start}
      number={number}
      isCurrent={same(state.current, current)}
      isStruck={isStruck(answer.documentFacts ?? {})}
      go={() => controller.go(current)}
      copy={() => void controller.copy(answer)}
      before={<CellNames names={cellNames(state, answer)} />}
      facts={
        <Place
          parts={[
            ...shown.map(({ fact, words }) =>
              fact === "confidence" ? (
                <Sureness key={fact} confidence={confidence} evidence={answer.evidence} />
              ) : fact === "heading" ? (
                <Heading key={words} words={words} section={answer.section} />
              ) : (
                <span key={fact + words}>{words}</span>
              ),
            ),
            ...(fromServer ? [<span key="server">{t.server}</span>] : []),
          ]}
        />
      }
    >
      <AnswerActions answer={answer} number={number} state={state} controller={controller} />
    </AnswerRow>
  );
}

/** The row and column of a table cell, shown before it: "Hest beacon · Height: ". */
function CellNames({ names }: { readonly names: readonly string[] }): ReactElement | null {
  if (names.length === 0) return null;
  return (
    <span className="cell-names">
      {separated(names.map((name) => <bdi key={name}>{name}</bdi>))}
      {": "}
    </span>
  );
}

/** An answer's place on one line; long headings are cut, but not the facts after them. */
function Place({ parts }: { readonly parts: readonly ReactElement[] }): ReactElement {
  return (
    <span className="meta place">
      {parts.map((part) => (
        <span key={part.key} className="part">
          {part}
        </span>
      ))}
    </span>
  );
}

/** Characters that two headings have room for; the outer one is left out, rather than cut to "C…". */
const ROOM_FOR_TWO = 32;

/** The nearest heading, and the one above it where both have room. */
function nearestHeadings(section: readonly string[]): readonly string[] {
  const two = section.slice(-2);
  return two.join("").length <= ROOM_FOR_TWO ? two : two.slice(-1);
}

/** `section` are all headings above the place. */
function Heading({
  words,
  section,
}: {
  readonly words: string;
  readonly section: readonly string[];
}): ReactElement {
  return (
    <bdi className="heading" title={section.join(" › ")}>
      {words}
    </bdi>
  );
}

/** Puts separators outside of the parts, so that a part in the other writing direction does not move them. */
function separated(parts: readonly ReactElement[]): ReactElement[] {
  return parts.flatMap((part, i) =>
    i === 0
      ? [part]
      : [
          <span key={`before ${part.key}`} className="separator">
            {" · "}
          </span>,
          part,
        ],
  );
}

/** The page of a place, in a document with pages. */
function pageOf(state: PanelState, at: number): number | null {
  const pages = state.page.kind === "open" ? (state.page.content.pages ?? []) : [];
  return pages.find(({ start, end }) => start <= at && at < end)?.number ?? null;
}
