// The answers to a question, best first, then what is perhaps one; or the nearest passages. Draws a state.

import type { SearchHit } from "@wherein/api-client/app-server.ts";
import type { AskResponse, ServerAnswer } from "@wherein/api-client/server.ts";
import {
  BY_PERSON,
  type Fact,
  isStruck,
  type ShownFact,
} from "@wherein/reader/answers/answer-facts.ts";
import { AnswerButtons } from "@wherein/ui/answers/answer-buttons.tsx";
import { AnswerRow, Sureness } from "@wherein/ui/answers/answer-row.tsx";
import { ClippedItem } from "@wherein/ui/answers/clipped-item.tsx";
import { PassageRow } from "@wherein/ui/answers/passage-row.tsx";
import { quoted } from "@wherein/ui/answers/quoted.ts";
import { factsOf, perhapsGroups } from "@wherein/ui/messages/fact-words.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { ReadAloud } from "@wherein/ui/voice/voice-places.tsx";
import { Fragment, type ReactElement } from "react";
import { Agreement } from "./agreement-view.tsx";
import type { AskController } from "./ask-controller.ts";
import { type AskState, isCalledWrong, isSame, isTelling, keyOf, saidGroups } from "./ask-state.ts";
import { Correcting } from "./correcting.tsx";
import { toAnswers } from "./focus.ts";
import { headings, refusal } from "./words.ts";

interface Props {
  readonly state: AskState;
  readonly controller: AskController;
}

export function AnswerList({ state, controller }: Props): ReactElement | null {
  const { asked } = state;
  if (!asked) return null;
  const { answers, perhaps, result } = asked;
  const refused = result !== null && answers.length === 0;
  return (
    <>
      {/* Where a document is open it stands above that, in which the right words are selected. */}
      {isTelling(state) && state.opened.kind !== "open" && (
        <Correcting state={state} controller={controller} />
      )}
      <Answers state={state} controller={controller} />
      {refused && <p className="refusal">{refusal(state)}</p>}
      {refused && <Judged state={state} controller={controller} />}
      {refused && result.read.stopped && (
        <button type="button" onClick={() => void controller.ask(true)}>
          {t.readAllOfIt}
        </button>
      )}
      {perhaps.length > 0 && (
        <div className="perhaps">
          {perhapsGroups(perhaps).map((group) => (
            <Fragment key={group.before}>
              {answers.length > 0 && <h3>{group.name}</h3>}
              <ol className="answers" aria-label={group.name}>
                {group.answers.map((answer, i) => (
                  <Answer
                    key={keyOf(answer)}
                    answer={answer}
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
      {refused && perhaps.length === 0 && result.nearest.length > 0 && (
        <>
          <h3>{t.nearestPassages}</h3>
          <Passages
            hits={result.nearest}
            name={t.nearestPassages}
            state={state}
            controller={controller}
          />
        </>
      )}
      {state.wrong.some((each) => !isListed(state, each)) && (
        <JudgedWrong state={state} controller={controller} />
      )}
      {!refused && <Judged state={state} controller={controller} />}
    </>
  );
}

/** What the person's verdicts changed, and the button that takes them back; where nothing is found, a way to say what is right. */
function Judged({ state, controller }: Props): ReactElement | null {
  const { answers = [], result } = state.asked ?? {};
  const { isJudged } = controller;
  const canBeSaid = answers.length === 0 && canBeTold(state);
  if (!result || (!isJudged && !canBeSaid)) return null;
  return (
    <p className="judged">
      {isJudged && (
        <>
          {answers[0]?.found_by === BY_PERSON
            ? t.youMarkedTheAnswer
            : t.answersJudgedWrongDoNotCome}{" "}
          <button type="button" onClick={() => void controller.takeBack().then(toAnswers)}>
            {t.takeItBack}
          </button>{" "}
        </>
      )}
      {canBeSaid && (
        <button type="button" onClick={() => controller.find()}>
          {t.sayWhichWordsAreRight}
        </button>
      )}
    </p>
  );
}

/** Whether words can be right: something was read, or is near, and the form is not open yet. */
function canBeTold(state: AskState): boolean {
  const result = state.asked?.result;
  if (!result || result.no_question || isTelling(state)) return false;
  const { read, nearest, perhaps } = result;
  return state.opened.kind === "open" || read.words + nearest.length + perhaps.length > 0;
}

/** The answers, best first; where documents say different things, each among those that say the same. */
function Answers({ state, controller }: Props): ReactElement | null {
  const { answers = [], result } = state.asked ?? {};
  const agreement = result?.agreement ?? [];
  const { before, groups, after } = saidGroups(answers, withoutWrong(agreement, state));
  const draw = (answer: ServerAnswer) => (
    <Answer
      key={keyOf(answer)}
      answer={answer}
      number={answers.indexOf(answer) + 1}
      state={state}
      controller={controller}
    />
  );
  const list = (of: readonly ServerAnswer[], name: string) => (
    <ol className="answers" aria-label={name} data-several={result?.several === true}>
      {of.map(draw)}
    </ol>
  );
  return (
    <>
      {before.length > 0 && list(before, t.answers)}
      {groups.length > 0 && (
        <Agreement groups={groups} current={state.current} controller={controller} draw={draw} />
      )}
      {after.length > 0 && (
        <>
          <h3>{t.otherAnswers}</h3>
          {list(after, t.otherAnswers)}
        </>
      )}
    </>
  );
}

/** What documents say without the places that were called wrong: those stand below, struck. */
function withoutWrong(
  agreement: AskResponse["agreement"],
  { wrong }: AskState,
): AskResponse["agreement"] {
  const left = agreement.map((group) => ({
    ...group,
    answers: group.answers.filter((agreed) => !wrong.some((each) => isSame(each, agreed))),
  }));
  return left.filter((group) => group.answers.length > 0);
}

const CLASSES: Partial<Record<Fact, string>> = {
  title: "title",
  file_change: "changed",
  struck_by: "changed",
};

/**
 * The facts that an answer's line has room for: the two nearest headings, a reader's name for a marked place only, and
 * the title where more than one document was asked.
 */
function shownFacts(answer: ServerAnswer, isOneDocument: boolean): readonly ShownFact[] {
  const shown = factsOf(answer);
  const far = shown.filter(({ fact }) => fact === "heading").slice(0, -2);
  return shown.filter(
    (one) =>
      !far.includes(one) &&
      (one.fact !== "found_by" || answer.found_by === BY_PERSON) &&
      (one.fact !== "title" || !isOneDocument),
  );
}

interface AnswerProps extends Props {
  readonly answer: ServerAnswer;
  readonly number: number;
}

function Answer({ answer, number, state, controller }: AnswerProps): ReactElement {
  const { quote, text } = answer;
  const isWrong = isCalledWrong(state, answer);
  const verdict = isWrong ? "wrong" : state.verdicts[keyOf(answer)];
  return (
    <AnswerRow
      quote={quote}
      text={text}
      offset={answer.start - answer.quote_start}
      number={number}
      isCurrent={isSame(state.current, answer)}
      isStruck={isStruck(answer)}
      isWrong={isWrong}
      go={() => controller.go(answer)}
      copy={() => void controller.copy(answer)}
      facts={
        <span className="meta">
          {shownFacts(answer, state.asked?.scope?.kind === "document").map(({ fact, words }) =>
            fact === "confidence" ? (
              <Sureness
                key={fact}
                confidence={answer.confidence}
                evidence={answer.evidence === true}
              />
            ) : (
              <span key={fact + words} className={CLASSES[fact]} dir="auto">
                {words}
              </span>
            ),
          )}
        </span>
      }
    >
      <AnswerButtons
        number={number}
        copied={state.copied?.key === keyOf(answer) ? state.copied.what : null}
        verdict={verdict}
        copy={() => void controller.copy(answer)}
        copyLink={() => void controller.copyLink(answer)}
        judge={(given) => void controller.judge(answer, given)}
        readAloud={
          <ReadAloud
            desk={controller.voice}
            answer={keyOf(answer)}
            number={number}
            passage={() => controller.passage(answer)}
          />
        }
      />
    </AnswerRow>
  );
}

/** The answers that were called wrong: dim, so that they can be read again and taken back. */
function JudgedWrong({ state, controller }: Props): ReactElement {
  return (
    <ol className="answers wrong" aria-label={t.judgedWrong}>
      {state.wrong
        .filter((answer) => !isListed(state, answer))
        .map((answer) => (
          <li key={keyOf(answer)}>
            <ClippedItem
              {...quoted(answer.quote, answer.text, answer.start - answer.quote_start)}
              kind="sentence"
              isCurrent={isSame(state.current, answer)}
              go={() => controller.go(answer)}
              facts={
                <span className="meta">
                  <span>{t.markedWrongByYou}</span>
                  {state.asked?.scope?.kind !== "document" && (
                    <span className="title" dir="auto">
                      {answer.title}
                    </span>
                  )}
                </span>
              }
            />
          </li>
        ))}
    </ol>
  );
}

/** Whether it stands among the answers, where it is dim while it is being corrected. */
function isListed({ asked }: AskState, answer: ServerAnswer): boolean {
  return [...(asked?.answers ?? []), ...(asked?.perhaps ?? [])].some((each) =>
    isSame(each, answer),
  );
}

/** Passages, each cut around the words of the question. */
export function Passages({
  hits,
  name,
  state,
  controller,
}: Props & { readonly hits: readonly SearchHit[]; readonly name: string }): ReactElement {
  const query = state.question;
  return (
    <ol className="answers plain" aria-label={name} aria-busy={state.isLooking}>
      {hits.map((hit) => (
        <PassageRow
          key={keyOf(hit)}
          text={hit.text}
          section={hit.section}
          query={query}
          isCurrent={isSame(state.current, hit)}
          go={() => controller.go(hit)}
          facts={
            <span className="meta">
              {state.scope?.kind !== "document" && (
                <span className="title" dir="auto">
                  {hit.title}
                </span>
              )}
              {headings(hit.section, hit.title).map((each) => (
                <span key={each} dir="auto">
                  {each}
                </span>
              ))}
            </span>
          }
        />
      ))}
    </ol>
  );
}
