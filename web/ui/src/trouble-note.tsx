// A failure with its next step and a way to try again.

import type { ReactElement } from "react";
import type { Trouble } from "./links.ts";
import { t } from "./messages/messages.ts";

/** Text between backticks is a command. */
export function withCode(sentence: string): (string | ReactElement)[] {
  return sentence
    .split("`")
    .map((part, i) => (i % 2 === 0 ? part : <code key={part}>{part}</code>));
}

export function TroubleNote({
  trouble,
  retry,
}: {
  readonly trouble: Trouble;
  readonly retry: () => void;
}): ReactElement {
  return (
    <div className="trouble" role="alert">
      <p>
        <strong className="trouble-what">{trouble.what}</strong> {withCode(trouble.next)}
      </p>
      {!trouble.final && (
        <button type="button" onClick={trouble.offer?.take ?? retry}>
          {trouble.offer?.label ?? t.tryAgain}
        </button>
      )}
      {trouble.details && (
        <details>
          <summary>{t.details}</summary>
          <p className="details">{trouble.details}</p>
        </details>
      )}
    </div>
  );
}
