// A button for what cannot be undone: pressed once, it asks; the focus then is on the harmless answer.

import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";

interface Props {
  readonly name: string;
  /** What happens then. */
  readonly question: string;
  readonly take: () => void;
}

export function Confirmed({ name, question, take }: Props): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const was = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) cancel.current?.focus();
    else if (was.current) first.current?.focus();
    was.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={first} type="button" onClick={() => setAsking(true)}>
        {name}
      </button>
    );
  }
  return (
    <div className="confirmed">
      <p>{question}</p>
      <button
        type="button"
        className="dangerous"
        onClick={() => {
          setAsking(false);
          take();
        }}
      >
        {name}
      </button>{" "}
      <button ref={cancel} type="button" onClick={() => setAsking(false)}>
        {t.cancel}
      </button>
    </div>
  );
}
