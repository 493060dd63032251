// One row of a list of answers: the quote with the answer marked, its facts, and its buttons. The app and the panel draw with it.

import { confidenceWord } from "@wherein/reader/grading/grades.ts";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import { Quoted } from "./quoted.tsx";

interface Props {
  readonly quote: string;
  readonly text: string;
  /** The least offset of the answer in the quote, in characters. */
  readonly offset: number;
  readonly number: number;
  readonly isCurrent: boolean;
  /** An amendment deletes or replaces all of it. */
  readonly isStruck?: boolean;
  /** Before the quote: the names of a table cell. */
  readonly before?: ReactNode;
  readonly facts: ReactNode;
  /** The buttons of the row. */
  readonly children: ReactNode;
  readonly go: () => void;
  readonly copy: () => void;
}

export function AnswerRow(props: Props): ReactElement {
  const { quote, text, offset, number, isCurrent, isStruck, before, facts, children, go, copy } =
    props;
  const copyKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "c") return;
    if (document.getSelection()?.toString()) return;
    event.preventDefault();
    copy();
  };
  return (
    <li className="answer" data-current={isCurrent} onKeyDown={copyKey}>
      <button
        type="button"
        className="item"
        aria-current={isCurrent}
        title={number <= 9 ? `Go to answer ${number} (Alt+${number})` : undefined}
        onClick={go}
      >
        <span className="quote" dir="auto">
          {before}
          {isStruck === true ? (
            <s>
              <Quoted quote={quote} text={text} offset={offset} />
            </s>
          ) : (
            <Quoted quote={quote} text={text} offset={offset} />
          )}
        </span>
        {facts}
      </button>
      {children}
    </li>
  );
}

/** How sure an answer is, in a word; the number is its title, and spoken. */
export function Sureness({
  confidence,
  evidence,
}: {
  readonly confidence: number;
  readonly evidence: boolean;
}): ReactElement {
  const word = confidenceWord(confidence);
  const exact = `${Math.round(confidence * 100)} %`;
  return (
    <span className="confidence" title={exact}>
      {evidence ? `evidence, ${word}` : word}
      <span className="spoken"> ({exact})</span>
    </span>
  );
}

/** A passage cut at a word, for a list. */
export function shortened(text: string): string {
  return text.length <= 240 ? text : `${text.slice(0, 240).replace(/\s\S*$/u, "")}…`;
}
