// The counter of results with the buttons to the previous and the next one. Changes no state itself.

import type { ReactElement } from "react";
import { Icon } from "../icons.tsx";
import { t } from "../messages/messages.ts";

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
        aria-label={t.previous}
        title={t.previousShiftEnter}
        onClick={() => move(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={t.next}
        title={t.nextEnter}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </button>
    </div>
  );
}
