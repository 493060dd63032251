// The two panes of the ask view, which a narrow page shows one at a time: their tabs, and which one is shown.

import { focusRow } from "@wherein/ui/answers/roving-list.tsx";
import { t } from "@wherein/ui/messages/messages.ts";
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { AskState } from "./asking/ask-state.ts";
import { ANSWERS, CONTENT, focusShown } from "./asking/focus.ts";
import { DOCUMENT } from "./document/document-pane.tsx";

export type Pane = "answers" | "document";

const TABS: readonly (readonly [Pane, string, string])[] = [
  // It is where a question is typed, too.
  ["answers", t.ask, ANSWERS],
  ["document", t.document, DOCUMENT],
];

/**
 * The pane that is shown where there is room for one: the document, once the person has chosen a place in it or has followed a
 * link to one.
 */
export function usePane({
  chosen,
  reveal,
  opened,
  correcting,
  finding,
  current,
  asked,
  question,
}: AskState): readonly [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>("answers");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reveal` is a reason to run again.
  useEffect(() => {
    if (chosen) setPane("document");
  }, [chosen, reveal]);
  // A link to a mark opens it without a question.
  const isLinked = current !== null && asked === null && question.trim() === "";
  useEffect(() => {
    if (isLinked) setPane("document");
  }, [isLinked]);
  const wasCorrecting = useRef(false);
  useEffect(() => {
    // The right words are selected there.
    if (correcting || finding) setPane("document");
    else if (wasCorrecting.current) setPane("answers");
    wasCorrecting.current = correcting !== null || finding;
  }, [correcting, finding]);
  return [opened.kind === "nothing" ? "answers" : pane, setPane];
}

interface Props {
  readonly pane: Pane;
  readonly show: (pane: Pane) => void;
  /** What was done last, which is to be seen whichever pane is shown. */
  readonly note: string;
}

/** Seen on a narrow page alone. */
export function PaneTabs({ pane, show, note }: Props): ReactElement {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    show(pane === "answers" ? "document" : "answers");
    const other = event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]');
    other?.focus();
  };
  return (
    <div className="panes">
      <div className="tabs" role="tablist" aria-label={t.panes} onKeyDown={keys}>
        {TABS.map(([each, name, id]) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={pane === each}
            aria-controls={id}
            tabIndex={pane === each ? 0 : -1}
            onClick={() => show(each)}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="pane-note" role="status" aria-live="polite">
        {note}
      </p>
    </div>
  );
}

/** F6: from the question to its answers, to the document, and round again; `step` is -1 with Shift. */
export function toNextPane(
  step: 1 | -1,
  question: RefObject<HTMLTextAreaElement | null>,
  show: (pane: Pane) => void,
): void {
  const content = document.getElementById(CONTENT);
  const answers = document.getElementById(ANSWERS);
  const stops: readonly { readonly is: boolean; readonly go: () => boolean }[] = [
    {
      is: question.current === document.activeElement,
      go: () => toElement(question.current, "answers", show),
    },
    {
      // What stands below the answers belongs to them.
      is: !!document.activeElement?.closest(`#${ANSWERS}`),
      go: () => {
        show("answers");
        return answers !== null && focusRow(answers);
      },
    },
    {
      is: !!document.activeElement?.closest(`#${DOCUMENT}`),
      go: () => toElement(content, "document", show),
    },
  ];
  const at = stops.findIndex(({ is }) => is);
  const from = at < 0 && step < 0 ? 0 : at;
  for (let n = 1; n <= stops.length; n++) {
    if (stops.at((from + n * step) % stops.length)?.go()) return;
  }
}

function toElement(element: HTMLElement | null, pane: Pane, show: (pane: Pane) => void): boolean {
  if (!element) return false;
  show(pane);
  focusShown(element);
  return true;
}
