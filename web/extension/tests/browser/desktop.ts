// A desktop nobody sees, with a keyboard and a mouse: Xvfb, a window manager, xdotool. What a headless browser
// keeps out of reach (its shortcuts, its context menu) is pressed here as a person would.

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";

const PROGRAMS = ["Xvfb", "openbox", "xdotool"];

/** The programs that are missing; none when a desktop can be had. */
export function missingPrograms(): readonly string[] {
  return PROGRAMS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
}

export class Desktop {
  readonly #processes: readonly ChildProcess[];

  private constructor(
    /** For a program's environment. */
    readonly display: string,
    processes: readonly ChildProcess[],
  ) {
    this.#processes = processes;
  }

  static async start(): Promise<Desktop> {
    const screen = ["-screen", "0", "1400x900x24", "-nolisten", "tcp", "-displayfd", "3"];
    const xvfb = spawn("Xvfb", screen, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    // It takes the first free number and writes it.
    const number = await new Promise<string>((resolve, reject) => {
      xvfb.once("exit", (status) => reject(new Error(`Xvfb ended with ${status}.`)));
      (xvfb.stdio[3] as Readable).once("data", (data: Buffer) => resolve(data.toString().trim()));
    });
    const display = `:${number}`;
    const env = { ...process.env, DISPLAY: display };
    const openbox = spawn("openbox", [], { env, stdio: "ignore" });
    return new Desktop(display, [openbox, xvfb]);
  }

  /** One xdotool command: `key ctrl+shift+f`, `type words`, `mousemove 10 10 click 3`. */
  do(...words: readonly string[]): void {
    execFileSync("xdotool", words, { env: { ...process.env, DISPLAY: this.display } });
  }

  async stop(): Promise<void> {
    for (const process of this.#processes) {
      if (process.exitCode !== null) continue;
      const ended = new Promise((resolve) => process.once("exit", resolve));
      process.kill();
      await ended;
    }
  }
}
