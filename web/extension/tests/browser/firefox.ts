// Firefox with the built add-on, driven through Marionette, the protocol it brings along: JSON over a local
// socket, each message preceded by its length (firefox-source-docs.mozilla.org/testing/marionette).

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The last one lets a page of the add-on be opened, which no web page may do.
const FLAGS = ["--headless", "--marionette", "--no-remote", "--remote-allow-system-access"];

/** The path of a Firefox, or null when there is none. */
export function findFirefox(): string | null {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  for (const name of ["firefox-esr", "firefox"]) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
    if (found) return found;
  }
  return null;
}

/** One message at a time, each answered before the next. */
class Marionette {
  readonly #socket: Socket;
  #buffer = Buffer.alloc(0);
  #waiting: ((message: unknown) => void) | null = null;
  #lost: ((error: Error) => void) | null = null;
  #last = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#buffer = Buffer.concat([this.#buffer, data]);
      for (let next = this.#take(); next !== undefined; next = this.#take()) this.#waiting?.(next);
    });
    socket.on("close", () => this.#lost?.(new Error("Firefox has gone.")));
  }

  /** What Firefox says of itself when it is connected to. */
  greeting(): Promise<unknown> {
    return this.#next();
  }

  async send(command: string, parameters: object): Promise<unknown> {
    const message = JSON.stringify([0, ++this.#last, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = (await this.#next()) as [number, number, unknown, unknown];
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`);
    return result;
  }

  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#lost = reject;
    });
  }

  #take(): unknown {
    const colon = this.#buffer.indexOf(":");
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(this.#buffer.subarray(0, colon).toString());
    if (this.#buffer.length < end) return undefined;
    const message: unknown = JSON.parse(this.#buffer.subarray(colon + 1, end).toString());
    this.#buffer = this.#buffer.subarray(end);
    return message;
  }
}

export class Firefox {
  readonly #process: ChildProcess;
  readonly #marionette: Marionette;
  readonly #profile: string;
  /** The address of the add-on's pages. */
  readonly root: string;

  private constructor(
    process: ChildProcess,
    marionette: Marionette,
    profile: string,
    root: string,
  ) {
    this.#process = process;
    this.#marionette = marionette;
    this.#profile = profile;
    this.root = root;
  }

  /** With the add-on of a folder, where one is given. */
  static async start(path: string, addOn?: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "wherein-firefox-"));
    const id = addOn && addOnsId(addOn);
    // Known beforehand, so that its pages have a known address.
    const host = "0d9c1e5e-7f0a-4f0e-9a51-6b8f4f9d2c11";
    const settings = {
      "marionette.port": await freePort(),
      ...(id && { "extensions.webextensions.uuids": JSON.stringify({ [id]: host }) }),
      "browser.shell.checkDefaultBrowser": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "app.update.enabled": false,
    };
    writeFileSync(
      join(profile, "user.js"),
      Object.entries(settings)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
        .join("\n"),
    );
    const process_ = spawn(path, [...FLAGS, "--profile", profile], {
      stdio: "ignore",
      env: { ...process.env, HOME: profile },
    });
    const marionette = new Marionette(await connected(settings["marionette.port"], process_));
    await marionette.greeting();
    await marionette.send("WebDriver:NewSession", { capabilities: {} });
    if (addOn) await marionette.send("Addon:Install", { path: addOn, temporary: true });
    return new Firefox(process_, marionette, profile, `moz-extension://${host}/`);
  }

  async open(url: string): Promise<void> {
    await this.#marionette.send("WebDriver:Navigate", { url });
  }

  /** Opens a page of the add-on in the tab, as only the browser itself may. */
  async openOwn(path: string): Promise<void> {
    await this.#marionette.send("Marionette:SetContext", { value: "chrome" });
    await this.#value("WebDriver:ExecuteScript", {
      script: `gBrowser.fixupAndLoadURIString(arguments[0], {
        triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(),
      });`,
      args: [`${this.root}${path}`],
    });
    await this.#marionette.send("Marionette:SetContext", { value: "content" });
    const there = `return location.href.startsWith(arguments[0]) && document.readyState === "complete"`;
    while (!(await this.run(there, `${this.root}${path}`).catch(() => false))) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Runs a function's body in the browser's own window, outside of every page. */
  async inWindow(script: string, ...args: readonly unknown[]): Promise<unknown> {
    await this.#marionette.send("Marionette:SetContext", { value: "chrome" });
    try {
      return await this.#value("WebDriver:ExecuteScript", { script, args });
    } finally {
      await this.#marionette.send("Marionette:SetContext", { value: "content" });
    }
  }

  /**
   * Presses keys one after another, as a keyboard does, wherever the focus is in the window: "a", "Enter". One
   * alone is held with those of `modifiers`.
   */
  async press(keys: readonly string[], modifiers: readonly string[] = []): Promise<void> {
    await this.inWindow(
      `const [keys, modifiers] = arguments;
       const typist = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
       if (!typist.beginInputTransactionForTests(window)) throw new Error("no keyboard");
       const event = (key) => new KeyboardEvent("", { key });
       for (const key of modifiers) typist.keydown(event(key));
       for (const key of keys) {
         typist.keydown(event(key));
         typist.keyup(event(key));
       }
       for (const key of modifiers) typist.keyup(event(key));`,
      keys,
      modifiers,
    );
  }

  async newTab(): Promise<string> {
    const { handle } = (await this.#marionette.send("WebDriver:NewWindow", { type: "tab" })) as {
      handle: string;
    };
    return handle;
  }

  async tab(): Promise<string> {
    return (await this.#value("WebDriver:GetWindowHandle", {})) as string;
  }

  async switchTo(handle: string): Promise<void> {
    await this.#marionette.send("WebDriver:SwitchToWindow", { handle });
  }

  /** Runs a function's body in the tab's page. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#value("WebDriver:ExecuteScript", { script, args, sandbox: null });
  }

  /** Runs an asynchronous function's body, which may use what the add-on may. */
  async runAsync(script: string): Promise<unknown> {
    return this.#value("WebDriver:ExecuteAsyncScript", {
      script: `const done = arguments[arguments.length - 1]; (async () => { ${script} })().then(done, (error) => done("error: " + error));`,
      args: [],
      sandbox: null,
    });
  }

  /** Types into the element, as a keyboard does. */
  async type(selector: string, text: string): Promise<void> {
    const found = (await this.#value("WebDriver:FindElement", {
      using: "css selector",
      value: selector,
    })) as Record<string, string>;
    const id = Object.values(found)[0];
    await this.#marionette.send("WebDriver:ElementSendKeys", { id, text });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await this.#marionette.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {
      this.#process.kill();
    });
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async #value(command: string, parameters: object): Promise<unknown> {
    return ((await this.#marionette.send(command, parameters)) as { value: unknown }).value;
  }
}

function addOnsId(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return manifest.browser_specific_settings.gecko.id;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Firefox takes a while until it listens. */
async function connected(port: number, firefox: ChildProcess): Promise<Socket> {
  while (firefox.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    if (open) return socket;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`Firefox ended with ${firefox.exitCode}.`);
}
