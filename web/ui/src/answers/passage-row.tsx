// One row of a list of passages: the part with the words that are sought, marked, and where it is.

import type { ReactElement, ReactNode } from "react";
import { useMemo } from "react";
import { AROUND, densest } from "./clip.ts";
import { ClippedItem } from "./clipped-item.tsx";
import { bodyOf } from "./passage-body.ts";
import { wordMarks } from "./word-marks.ts";

interface Props {
  readonly text: string;
  /** The headings above it, which are shown with its facts. */
  readonly section: readonly string[];
  /** What was typed or asked. */
  readonly query: string;
  readonly isCurrent: boolean;
  readonly facts: ReactNode;
  readonly go: () => void;
}

export function PassageRow({ text, section, query, isCurrent, facts, go }: Props): ReactElement {
  const shown = useMemo(() => {
    const { text: body } = bodyOf(text, section);
    const marks = wordMarks(body, query);
    return { body, marks, focus: densest(marks, AROUND) };
  }, [text, section, query]);
  return (
    <li>
      <ClippedItem
        text={shown.body}
        marks={shown.marks}
        focus={shown.focus}
        kind="passage"
        isCurrent={isCurrent}
        facts={facts}
        go={go}
      />
    </li>
  );
}
