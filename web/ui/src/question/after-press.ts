// Delays a field's `blur` until the press that caused it is over.

import { useEffect, useRef } from "react";

/**
 * A handler of `blur` that calls `does` at once, or after the click where a pressed pointer took the focus away. What
 * stands below the field would move from under the pointer otherwise, and the click be lost.
 */
export function useAfterPress(does: () => void): () => void {
  const waiting = useRef<() => void>(undefined);
  const pressed = useRef(false);
  waiting.current = does;
  const left = useRef(false);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
      if (!left.current) return;
      left.current = false;
      setTimeout(() => waiting.current?.());
    };
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
    };
  }, []);
  return () => {
    if (pressed.current) left.current = true;
    else waiting.current?.();
  };
}
