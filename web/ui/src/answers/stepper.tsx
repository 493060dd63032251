// The counter of results with the buttons to the previous and the next one. Changes no state itself.

import type { ReactElement } from "react";
import { Icon } from "../icons.tsx";

interface Props {
  /** For example "2 of 5". */
  readonly counter: string;
  readonly move: (by: 1 | -1) => void;
}

export function Stepper({ counter, move }: Props): ReactElement {
  return (
    <div className="stepper">
      <span className="counter" aria-hidden="true">
        {counter}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label="Previous"
        title="Previous (Shift+Enter)"
        onClick={() => move(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="quiet"
        aria-label="Next"
        title="Next (Enter)"
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </button>
    </div>
  );
}
