// A row with a quote cut around its mark to four lines, which leads to its place, and the button for the whole quote.

import type { Span } from "@wherein/anchoring/span.ts";
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Icon } from "../icons.tsx";
import { t } from "../messages/messages.ts";
import { AROUND, type Clip, clipped, unclipped } from "./clip.ts";

/** Characters beside the mark: as many as have room in four lines, so that the mark is always seen. */
const STEPS = [AROUND, 100, 80, 65, 50, 35, 20, 8];

interface Props {
  readonly text: string;
  /** In order, none overlapping. */
  readonly marks: readonly Span[];
  /** The mark that the text is cut around; else the first one. */
  readonly focus?: Span | undefined;
  readonly isCurrent?: boolean;
  /** What the button for the whole text calls it. */
  readonly kind: "sentence" | "passage";
  readonly title?: string | undefined;
  readonly isStruck?: boolean | undefined;
  /** Before the text: the names of a table cell. */
  readonly before?: ReactNode;
  /** Below the text: where it is. */
  readonly facts: ReactNode;
  readonly go: () => void;
}

export function ClippedItem(props: Props): ReactElement {
  const { text, marks, focus, isCurrent, kind, title, isStruck, before, facts, go } = props;
  const [isWhole, setWhole] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const quote = useRef<HTMLSpanElement>(null);
  const step = useFittingStep(row, quote, text, isWhole);
  const clip = useMemo(() => clipped(text, marks, focus, STEPS[step]), [text, marks, focus, step]);
  const shown = isWhole ? unclipped(text, marks) : clip;
  const [whole, less] =
    kind === "sentence" ? [t.wholeSentence, t.lessOfSentence] : [t.wholePassage, t.lessOfPassage];
  const name = isWhole ? less : whole;
  return (
    <>
      <button
        ref={row}
        type="button"
        className="item"
        aria-current={isCurrent}
        title={title}
        onClick={go}
      >
        <span ref={quote} className="quote" dir="auto" data-whole={isWhole}>
          {before}
          {isStruck === true ? (
            <s>
              <Parts clip={shown} />
            </s>
          ) : (
            <Parts clip={shown} />
          )}
        </span>
        {facts}
      </button>
      {clip.isCut && (
        <button
          type="button"
          className="quiet unfold"
          aria-expanded={isWhole}
          aria-label={name}
          title={name}
          onClick={() => setWhole(!isWhole)}
        >
          <Icon name={isWhole ? "up" : "down"} />
        </button>
      )}
    </>
  );
}

function Parts({ clip }: { readonly clip: Clip }): ReactElement {
  return (
    <>
      {clip.parts.map(({ text, isMarked }, i) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have an order and nothing else.
        isMarked ? <strong key={i}>{text}</strong> : text,
      )}
    </>
  );
}

/** The first step with which the quote has room in its lines; measured again when the row has another width. */
function useFittingStep(
  row: RefObject<HTMLElement | null>,
  quote: RefObject<HTMLElement | null>,
  text: string,
  isWhole: boolean,
): number {
  const [step, setStep] = useState(0);
  const measured = useRef({ text, width: 0 });
  useLayoutEffect(() => {
    const line = quote.current;
    if (!line || isWhole) return;
    const width = row.current?.clientWidth ?? 0;
    if (measured.current.text !== text || measured.current.width !== width) {
      measured.current = { text, width };
      if (step !== 0) {
        setStep(0);
        return;
      }
    }
    if (line.scrollHeight > line.clientHeight + 1 && step < STEPS.length - 1) setStep(step + 1);
  });
  const [, setWidth] = useState(0);
  useLayoutEffect(() => {
    const item = row.current;
    if (!item || typeof ResizeObserver === "undefined") return;
    const resized = new ResizeObserver(() => setWidth(item.clientWidth));
    resized.observe(item);
    return () => resized.disconnect();
  }, [row]);
  return step;
}
