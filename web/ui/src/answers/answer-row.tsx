// One row of a list of answers: the quote with the answer marked, its facts, and its buttons. The app and the panel draw with it.

import { type KeyboardEvent, type ReactElement, type ReactNode, useMemo } from "react";
import { confidenceWords } from "../messages/fact-words.ts";
import { t } from "../messages/messages.ts";
import { ClippedItem } from "./clipped-item.tsx";
import { quoted } from "./quoted.ts";

interface Props {
  readonly quote: string;
  readonly text: string;
  /** The least offset of the answer in the quote, in characters. */
  readonly offset: number;
  readonly number: number;
  readonly isCurrent: boolean;
  /** An amendment deletes or replaces all of it. */
  readonly isStruck?: boolean;
  /** A person called it wrong, and is putting it right. */
  readonly isWrong?: boolean;
  /** Before the quote: the names of a table cell. */
  readonly before?: ReactNode;
  readonly facts: ReactNode;
  /** The buttons of the row. */
  readonly children: ReactNode;
  readonly go: () => void;
  readonly copy: () => void;
}

export function AnswerRow(props: Props): ReactElement {
  const { quote, text, offset, number, isCurrent, isStruck, isWrong } = props;
  const { before, facts, children, go, copy } = props;
  const copyKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "c") return;
    if (document.getSelection()?.toString()) return;
    event.preventDefault();
    copy();
  };
  const shown = useMemo(() => quoted(quote, text, offset), [quote, text, offset]);
  return (
    <li
      className={isWrong === true ? "answer wrong" : "answer"}
      data-current={isCurrent}
      onKeyDown={copyKey}
    >
      <ClippedItem
        text={shown.text}
        marks={shown.marks}
        kind="sentence"
        isCurrent={isCurrent}
        title={number <= 9 ? t.goToAnswerAlt(number, number) : undefined}
        isStruck={isStruck}
        before={before}
        facts={facts}
        go={go}
      />
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
  const word = confidenceWords(confidence);
  const exact = `${Math.round(confidence * 100)} %`;
  return (
    <span className="confidence" title={exact}>
      {evidence ? t.related(word) : word}
      <span className="spoken"> ({exact})</span>
    </span>
  );
}
