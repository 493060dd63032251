// The question line: one line at first, and as high as its text needs. Its keys are the ask view's.

import { type KeyboardEvent, type ReactElement, type RefObject, useLayoutEffect } from "react";
import type { AskState } from "./ask-state.ts";

export const COMPLETIONS = "completions";

export function completionId(number: number): string {
  return `${COMPLETIONS}-${number}`;
}

interface Props {
  readonly state: AskState;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly placeholder: string;
  readonly type: (text: string) => void;
  readonly keys: (event: KeyboardEvent) => void;
  readonly left: () => void;
}

export function QuestionField({
  state,
  field,
  placeholder,
  type,
  keys,
  left,
}: Props): ReactElement {
  const { question, completions, completion } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another height.
  useLayoutEffect(() => {
    const line = field.current;
    if (!line) return;
    const fit = () => {
      line.style.height = "auto";
      line.style.height = `${line.scrollHeight}px`;
    };
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [question, field]);

  return (
    <textarea
      ref={field}
      className="question-line"
      rows={1}
      dir="auto"
      aria-label="Ask or find"
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={completions.length > 0 ? COMPLETIONS : undefined}
      aria-activedescendant={completion < 0 ? undefined : completionId(completion)}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={question}
      // What is pasted may have lines; a question is one.
      onChange={(event) => type(event.target.value.replace(/\s*[\r\n]+\s*/gu, " "))}
      onKeyDown={keys}
      onBlur={left}
    />
  );
}
