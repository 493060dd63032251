// Loads what a part of a page shows, and runs what its buttons do: one place for what the server refused.

import type { Trouble } from "@wherein/ui/links.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { troubleOf } from "../troubles.ts";

interface Loaded<T> {
  /** Null until it is there. */
  readonly value: T | null;
  readonly trouble: Trouble | null;
  readonly load: () => Promise<void>;
}

/** A value of the server's. Of two loads under way the later one counts. */
export function useLoaded<T>(get: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const latest = useRef(0);
  const load = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    try {
      const got = await get();
      if (mine !== latest.current) return;
      setValue(got);
      setTrouble(null);
    } catch (error) {
      if (mine === latest.current) setTrouble(troubleOf(error));
    }
  }, [get]);
  useEffect(() => void load(), [load]);
  return { value, trouble, load };
}

interface Attempts {
  /** What was refused last. */
  readonly refused: Trouble | null;
  /** What was done last, for the status line. */
  readonly said: string;
  /** Runs an action, and says `done` after it; true where the server did it. */
  readonly attempt: (what: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export function useAttempts(): Attempts {
  const [refused, setRefused] = useState<Trouble | null>(null);
  const [said, setSaid] = useState("");
  const attempt = useCallback(async (what: () => Promise<unknown>, done = "") => {
    try {
      await what();
      setRefused(null);
      setSaid(done);
      return true;
    } catch (error) {
      setRefused(troubleOf(error));
      setSaid("");
      return false;
    }
  }, []);
  return { refused, said, attempt };
}
