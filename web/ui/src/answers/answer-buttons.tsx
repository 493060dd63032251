// The buttons of one answer, on one line: copy, link, read aloud, right, wrong. The app and the panel draw with it.

import type { ReactElement, ReactNode, Ref } from "react";
import { Icon } from "../icons.tsx";
import type { Verdict } from "../links.ts";
import { t } from "../messages/messages.ts";

interface Props {
  /** The answer's place in the list, from 1: part of the buttons' names. */
  readonly number: number;
  /** What was copied last, where it was of this answer. */
  readonly copied: "answer" | "link" | null;
  readonly verdict: Verdict | undefined;
  readonly copy: () => void;
  readonly copyLink: () => void;
  /** Null where no verdict is kept. */
  readonly judge: ((verdict: Verdict) => void) | null;
  readonly readAloud: ReactNode;
  readonly wrong?: Ref<HTMLButtonElement>;
}

export function AnswerButtons(props: Props): ReactElement {
  const { number, copied, verdict, copy, copyLink, judge, readAloud, wrong } = props;
  return (
    <div className="actions">
      <button
        type="button"
        aria-label={copied === "answer" ? t.copiedAnswer(number) : t.copyAnswer(number)}
        title={t.copyWithItsSentenceAndSource}
        onClick={copy}
      >
        <Icon name="copy" /> {copied === "answer" ? t.copied : t.copy}
      </button>
      <button
        type="button"
        aria-label={copied === "link" ? t.copiedLinkToAnswer(number) : t.linkToAnswer(number)}
        title={t.copyALinkToThisPlace}
        onClick={copyLink}
      >
        <Icon name="link" /> {copied === "link" ? t.copied : t.link}
      </button>
      {readAloud}
      {judge && (
        <>
          <button
            type="button"
            className="bare"
            aria-label={t.answerIsRight(number)}
            aria-pressed={verdict === "right"}
            title={t.right}
            onClick={() => judge("right")}
          >
            <Icon name="right" /> <span className="on-touch">{t.right}</span>
          </button>
          <button
            ref={wrong}
            type="button"
            className="bare"
            aria-label={t.answerIsWrong(number)}
            aria-pressed={verdict === "wrong"}
            title={t.wrong}
            onClick={() => judge("wrong")}
          >
            <Icon name="wrong" /> <span className="on-touch">{t.wrong}</span>
          </button>
        </>
      )}
    </div>
  );
}
