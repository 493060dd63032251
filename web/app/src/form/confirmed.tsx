// A button for what cannot be undone: pressed once, it asks; the focus then is on the harmless answer.

import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";

interface Props {
  readonly name: string;
  /** What it is called where its name alone says too little. */
  readonly label?: string;
  /** What happens then. */
  readonly question?: string;
  /** What the buttons say that do it, and that do not. */
  readonly yes?: string;
  readonly no?: string;
  readonly take: () => void;
}

export function Confirmed({
  name,
  label,
  question,
  yes = name,
  no = t.cancel,
  take,
}: Props): ReactElement {
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
      <button ref={first} type="button" aria-label={label} onClick={() => setAsking(true)}>
        {name}
      </button>
    );
  }
  return (
    <div className="confirmed">
      {question && <p>{question}</p>}
      <button
        type="button"
        className="dangerous"
        onClick={() => {
          setAsking(false);
          take();
        }}
      >
        {yes}
      </button>{" "}
      <button ref={cancel} type="button" onClick={() => setAsking(false)}>
        {no}
      </button>
    </div>
  );
}
