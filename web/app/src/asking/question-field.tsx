// The question line: one line at first, and as high as its text needs. Its keys are the ask view's.

import { t } from "@wherein/ui/messages/messages.ts";
import { useAfterPress } from "@wherein/ui/question/after-press.ts";
import { useFittedHeight } from "@wherein/ui/question/fitted-height.ts";
import type { KeyboardEvent, ReactElement, RefObject } from "react";
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

  useFittedHeight(field, question);
  const afterPress = useAfterPress(left);

  return (
    <textarea
      ref={field}
      className="question-line"
      rows={1}
      dir="auto"
      aria-label={t.askOrFind}
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
      onBlur={afterPress}
    />
  );
}
