// Ticks along the scroll bar of the open document: where its marks are. Draws what a viewer says.

import { spread, type Tick } from "@wherein/ui/answers/spots.ts";
import { type ReactElement, type RefObject, useEffect, useState } from "react";
import type { Viewer } from "../viewer.ts";

/** Parts of a long text take their own height when they come near. */
const SETTLE_MS = 150;

interface Props {
  readonly view: Viewer | null;
  readonly box: RefObject<HTMLElement | null>;
  /** Grows whenever the marks are others. */
  readonly marked: number;
}

export function ScrollTicks({ view, box, marked }: Props): ReactElement | null {
  const [ticks, setTicks] = useState<readonly Tick[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `marked` is a reason to run again.
  useEffect(() => {
    const container = box.current;
    if (!view || !container) return;
    const draw = () => setTicks(spread(view.ticks()));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(draw, SETTLE_MS);
    };
    const resized = new ResizeObserver(later);
    resized.observe(container);
    container.addEventListener("scroll", later, { passive: true });
    draw();
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      container.removeEventListener("scroll", later);
    };
  }, [view, box, marked]);
  if (!view || ticks.length === 0) return null;
  return (
    <div className="ticks" aria-hidden="true">
      {ticks.map(({ at, kind }) => (
        <span key={at} data-kind={kind} style={{ insetBlockStart: `${at * 100}%` }} />
      ))}
    </div>
  );
}
