// A form of one row: its fields, and at their end the button that sends it. Knows nothing of what is sent.

import type { KeyboardEvent, ReactElement, ReactNode } from "react";

interface Props {
  /** What the button says. */
  readonly name: string;
  readonly send: () => void;
  readonly isDisabled?: boolean;
  /** Fields with their labels. */
  readonly children: ReactNode;
  /** Behind the button: other buttons, and what the server refused. */
  readonly after?: ReactNode;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function RowForm({
  name,
  send,
  isDisabled = false,
  children,
  after,
  onKeyDown,
}: Props): ReactElement {
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
      <button type="submit" disabled={isDisabled}>
        {name}
      </button>
      {after}
    </form>
  );
}
