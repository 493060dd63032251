// The answers to a question, best first, then what is perhaps one; or the nearest passages. Draws a state.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { SearchHit } from "@wherein/api-client/app-server.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import {
  BY_PERSON,
  type Fact,
  facts,
  isStruck,
  type ShownFact,
} from "@wherein/reader/answers/answer-facts.ts";
import { AnswerRow, Sureness, shortened } from "@wherein/ui/answers/answer-row.tsx";
import { Icon } from "@wherein/ui/icons.tsx";
import { ReadAloud } from "@wherein/ui/voice/voice-places.tsx";
import type { ReactElement } from "react";
import { Agreement } from "./agreement-view.tsx";
import type { AskController } from "./ask-controller.ts";
import { type AskState, isSame, keyOf } from "./ask-state.ts";
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
      {state.correcting && <Correcting state={state} controller={controller} />}
      {answers.length > 0 && (
        <ol className="answers" aria-label="Answers" data-several={result?.several === true}>
          {answers.map((answer, i) => (
            <Answer
              key={keyOf(answer)}
              answer={answer}
              number={i + 1}
              state={state}
              controller={controller}
            />
          ))}
        </ol>
      )}
      {result && (
        <Agreement agreement={result.agreement} current={state.current} controller={controller} />
      )}
      {controller.isJudged && (
        <p className="judged">
          {answers[0]?.found_by === BY_PERSON
            ? "You marked the answer."
            : "Answers judged wrong are left out."}{" "}
          <button type="button" onClick={() => void controller.takeBack()}>
            Take it back
          </button>
        </p>
      )}
      {refused && <p className="refusal">{refusal(state)}</p>}
      {refused && result.read.stopped && (
        <button type="button" onClick={() => void controller.ask(true)}>
          Read all of it
        </button>
      )}
      {perhaps.length > 0 && (
        <div className="perhaps">
          {answers.length > 0 && <h3>Perhaps</h3>}
          <ol className="answers" aria-label="Perhaps">
            {perhaps.map((answer, i) => (
              <Answer
                key={keyOf(answer)}
                answer={answer}
                number={answers.length + i + 1}
                state={state}
                controller={controller}
              />
            ))}
          </ol>
        </div>
      )}
      {refused && perhaps.length === 0 && result.nearest.length > 0 && (
        <>
          <h3>Nearest passages</h3>
          <Passages
            hits={result.nearest}
            name="Nearest passages"
            state={state}
            controller={controller}
          />
        </>
      )}
    </>
  );
}

const CLASSES: Partial<Record<Fact, string>> = {
  title: "title",
  file_change: "changed",
  struck_by: "changed",
};

/** The facts that an answer's line has room for: the two nearest headings, and a reader's name for a marked place only. */
function shownFacts(answer: ServerAnswer): readonly ShownFact[] {
  const shown = facts(answer);
  const far = shown.filter(({ fact }) => fact === "heading").slice(0, -2);
  return shown.filter(
    (one) => !far.includes(one) && (one.fact !== "found_by" || answer.found_by === BY_PERSON),
  );
}

interface AnswerProps extends Props {
  readonly answer: ServerAnswer;
  readonly number: number;
}

function Answer({ answer, number, state, controller }: AnswerProps): ReactElement {
  const { quote, text } = answer;
  const verdict = state.verdicts[keyOf(answer)];
  return (
    <AnswerRow
      quote={quote}
      text={text}
      offset={answer.start - answer.quote_start}
      number={number}
      isCurrent={isSame(state.current, answer)}
      isStruck={isStruck(answer)}
      go={() => controller.go(answer)}
      copy={() => void controller.copy(answer)}
      facts={
        <span className="meta">
          {shownFacts(answer).map(({ fact, words }) =>
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
      <div className="actions">
        <button type="button" onClick={() => void controller.copy(answer)}>
          <Icon name="copy" /> Copy
        </button>
        <button type="button" onClick={() => void controller.copyLink(answer)}>
          <Icon name="link" /> Link
        </button>
        <ReadAloud
          desk={controller.voice}
          answer={keyOf(answer)}
          passage={() => controller.passage(answer)}
        />
        <button
          type="button"
          aria-pressed={verdict === "right"}
          onClick={() => void controller.judge(answer, "right")}
        >
          <Icon name="right" /> Right
        </button>
        <button
          type="button"
          aria-pressed={verdict === "wrong"}
          onClick={() => void controller.judge(answer, "wrong")}
        >
          <Icon name="wrong" /> Wrong
        </button>
      </div>
    </AnswerRow>
  );
}

export function Correcting({ state, controller }: Props): ReactElement {
  const { correcting } = state;
  return (
    <div className="correcting">
      {correcting && <p dir="auto">“{shortened(squeezed(correcting.text))}” is left out.</p>}
      <p>Select the right words in the document, then press the first button.</p>
      <button type="button" onClick={() => void controller.correct("selection")}>
        The right one is selected
      </button>
      <button type="button" onClick={() => void controller.correct("nowhere")}>
        It isn’t in this document
      </button>
      <button type="button" onClick={() => controller.leaveCorrection()}>
        Cancel
      </button>
    </div>
  );
}

export function Passages({
  hits,
  name,
  state,
  controller,
}: Props & { readonly hits: readonly SearchHit[]; readonly name: string }): ReactElement {
  return (
    <ol className="answers plain" aria-label={name} aria-busy={state.isLooking}>
      {hits.map((hit) => (
        <li key={keyOf(hit)}>
          <button
            type="button"
            className="item"
            aria-current={isSame(state.current, hit)}
            onClick={() => controller.go(hit)}
          >
            <span className="quote" dir="auto">
              {shortened(squeezed(hit.text))}
            </span>
            <span className="meta">
              <span className="title" dir="auto">
                {hit.title}
              </span>
              {headings(hit.section, hit.title).map((each) => (
                <span key={each} dir="auto">
                  {each}
                </span>
              ))}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
