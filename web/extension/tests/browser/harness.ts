// Starts Chromium with the built extension, serves the test pages, and opens the panel as a person would.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Frame,
  type Page,
} from "playwright-core";
import { findBrowser } from "../../../tools/browser.mjs";

/** The built extension. */
export const BUILT = fileURLToPath(new URL("../../dist/chromium", import.meta.url));
const PAGES = fileURLToPath(new URL("../pages", import.meta.url));
const PICTURES = fileURLToPath(new URL("../../../../docs/pictures", import.meta.url));
const LISTING = fileURLToPath(new URL("../../store/pictures", import.meta.url));
/** What Chrome's store asks for; Mozilla's takes it as well. */
const LISTED = { width: 1280, height: 800 };
const PANEL_WIDTH = 400;
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html" };

/** A copy of the built extension with other entries in its manifest: what a person allows by a prompt. */
export function withManifest(entries: object): string {
  const folder = mkdtempSync(join(tmpdir(), "wherein-built-"));
  cpSync(BUILT, folder, { recursive: true });
  const file = join(folder, "manifest.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...entries }));
  return folder;
}

export interface Pages {
  readonly url: (path: string) => string;
  close(): Promise<void>;
}

/** Serves the test pages, and `extra` ones made by the test, on this machine, all with `headers`. */
export async function servePages(
  extra: Readonly<Record<string, string | Buffer>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Pages> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname.slice(1);
    if (path === "never") return;
    const made = extra[path];
    try {
      const body = made ?? readFileSync(join(PAGES, path));
      const isPdf = Buffer.isBuffer(body) && body.subarray(0, 5).toString() === "%PDF-";
      const type = isPdf
        ? "application/pdf"
        : `${TYPES[extname(path)] ?? "text/plain"}; charset=utf-8`;
      response.writeHead(200, { "content-type": type, ...headers });
      response.end(body);
    } catch {
      response.writeHead(404).end("There is no such page.");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface Start {
  /** The folder of a built extension. */
  readonly extension?: string;
  readonly display?: string;
  /** Further switches of the browser. */
  readonly switches?: readonly string[];
}

// The browser plays from when the device is opened, which is before the page hears it: a person waits for the sign that
// it listens.
const WAIT_SECONDS = 1.5;
const WAV_HEAD_BYTES = 44;

/** A WAV file as the microphone, heard once, a moment after it is opened; the browser asks nobody. */
export function microphone(wav: string): readonly string[] {
  const said = readFileSync(wav);
  const waits = Buffer.alloc(2 * Math.round(WAIT_SECONDS * said.readUInt32LE(24)));
  const whole = Buffer.concat([
    said.subarray(0, WAV_HEAD_BYTES),
    waits,
    said.subarray(WAV_HEAD_BYTES),
  ]);
  whole.writeUInt32LE(whole.length - 8, 4);
  whole.writeUInt32LE(whole.length - WAV_HEAD_BYTES, 40);
  const folder = mkdtempSync(join(tmpdir(), "wherein-microphone-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "question.wav");
  writeFileSync(file, whole);
  return [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${file}%noloop`,
  ];
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}

export class Browser {
  readonly #cdp: CDPSession;
  readonly #profile: string;

  private constructor(
    readonly context: BrowserContext,
    readonly id: string,
    cdp: CDPSession,
    profile: string,
  ) {
    this.#cdp = cdp;
    this.#profile = profile;
  }

  /** Headless, or on the desktop named. */
  static async start({ extension = BUILT, display, switches = [] }: Start = {}): Promise<Browser> {
    const executablePath = findBrowser();
    if (!executablePath)
      throw new Error("No Chromium was found; run `node tools/browser.mjs` first.");
    const profile = mkdtempSync(join(tmpdir(), "wherein-profile-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: display === undefined,
      ...(display !== undefined && { viewport: null, env: { ...environment(), DISPLAY: display } }),
      chromiumSandbox: false,
      args: [
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
        "--enable-unsafe-extension-debugging",
        ...switches,
      ],
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    // A busy machine is slow, not wrong.
    context.setDefaultTimeout(300_000);
    const cdp = await context.browser()?.newBrowserCDPSession();
    if (!cdp) throw new Error("The browser gave no session of its own.");
    return new Browser(context, new URL(worker.url()).host, cdp, profile);
  }

  async open(url: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(url);
    return page;
  }

  /** Presses the toolbar button on the page's tab: a gesture, so that `activeTab` is granted. */
  async pressButton(page: Page): Promise<void> {
    const { targetInfos } = await this.#cdp.send("Target.getTargets", { filter: [{}] });
    const tab = targetInfos.find(({ type, url }) => type === "tab" && url === page.url());
    if (!tab) throw new Error(`No tab shows ${page.url()}.`);
    await page.bringToFront();
    // Not in the typed protocol yet.
    const send = this.#cdp.send.bind(this.#cdp) as (
      method: string,
      parameters: object,
    ) => Promise<unknown>;
    await send("Extensions.triggerAction", { id: this.id, targetId: tab.targetId });
  }

  /** Lets the extension into private windows, as a person does in the browser's settings. */
  async allowInPrivate(extension: string): Promise<void> {
    await this.#load({ path: extension, enableInIncognito: true });
  }

  async #load(parameters: object): Promise<void> {
    const send = this.#cdp.send.bind(this.#cdp) as (
      method: string,
      parameters: object,
    ) => Promise<unknown>;
    await send("Extensions.loadUnpacked", parameters);
  }

  /** The tab's number, as extensions know it. */
  async tabOf(page: Page): Promise<number> {
    const worker =
      this.context.serviceWorkers()[0] ?? (await this.context.waitForEvent("serviceworker"));
    await page.bringToFront();
    return worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      return tab?.id ?? 0;
    });
  }

  /** The address of the real side panel of a tab, or null when none is open. */
  async sidePanel(tab: number): Promise<string | null> {
    const { targetInfos } = await this.#cdp.send("Target.getTargets", { filter: [{}] });
    const url = `chrome-extension://${this.id}/panel.html?tab=${tab}`;
    return targetInfos.find((target) => target.url === url)?.targetId ?? null;
  }

  /** Whether the question of a tab's real side panel has the keyboard. */
  async panelHasFocus(tab: number): Promise<boolean> {
    const expression = "document.hasFocus() && document.activeElement?.tagName === 'TEXTAREA'";
    return (await this.inSidePanel(tab, expression)) === true;
  }

  /** The value of an expression in a tab's real side panel; undefined while none is open. */
  async inSidePanel(tab: number, expression: string): Promise<unknown> {
    const targetId = await this.sidePanel(tab);
    if (targetId === null) return undefined;
    const answer = await this.#ask(targetId, "Runtime.evaluate", { expression });
    return (answer as { result?: { value?: unknown } }).result?.value;
  }

  /** One command to a target that is no page of the context's, and its result. */
  async #ask(targetId: string, method: string, params: object): Promise<unknown> {
    const { sessionId } = await this.#cdp.send("Target.attachToTarget", {
      targetId,
      flatten: false,
    });
    try {
      return await new Promise((resolve, reject) => {
        this.#cdp.on("Target.receivedMessageFromTarget", (event) => {
          if (event.sessionId !== sessionId) return;
          const { id, result } = JSON.parse(event.message) as { id?: number; result?: unknown };
          if (id === 1) resolve(result);
        });
        const message = JSON.stringify({ id: 1, method, params });
        this.#cdp.send("Target.sendMessageToTarget", { message, sessionId }).catch(reject);
      });
    } finally {
      await this.#cdp.send("Target.detachFromTarget", { sessionId }).catch(() => undefined);
    }
  }

  /** The panel of a tab, opened as a tab of its own, where it can be typed in and looked at. */
  async panelAsTab(page: Page, width = 400): Promise<Page> {
    const tab = await this.tabOf(page);
    await this.pressButton(page);
    const panel = await this.context.newPage();
    await panel.setViewportSize({ width, height: 720 });
    await panel.goto(`chrome-extension://${this.id}/panel.html?tab=${tab}`);
    return panel;
  }

  /** Has the browser load the extension again from its files, as an update does. */
  async reloadExtension(extension: string): Promise<void> {
    const started = this.context.waitForEvent("serviceworker");
    await this.#load({ path: extension });
    await started;
  }

  /** Stops the service worker for good, as idleness does; attached tools alone keep it alive. */
  async stopServiceWorker(): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(`chrome-extension://${this.id}/offscreen.html?stop`);
    const session = await this.context.newCDPSession(page);
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
    await page.close();
  }

  /** Closes the browser; one that does not close within 20 seconds is killed. */
  async close(): Promise<void> {
    const kill = () => spawnSync("pkill", ["-9", "-f", this.#profile]);
    const timer = setTimeout(kill, 20_000);
    try {
      await this.context.close();
    } finally {
      clearTimeout(timer);
    }
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

/** The texts of what is marked in a page, as the page itself can see it. */
export function marked(page: Page | Frame, kind: string): Promise<string[]> {
  return page.evaluate((ending) => {
    const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
    const ranges = [...highlights].flatMap(([name, marks]) =>
      name.endsWith(ending) ? [...marks] : [],
    );
    return ranges.map((range) => range.toString());
  }, `-${kind}`);
}

/** What axe-core finds wrong, in a line each. */
export async function violations(page: Page): Promise<string[]> {
  // The page is a document of its own; axe's own blank page is not needed, nor allowed there.
  const { violations: found } = await new AxeBuilder({ page: page as never })
    .setLegacyMode()
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

export interface Looks {
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
  readonly width?: number;
}

/** Writes docs/pictures/NAME.png, when pictures are asked for by WHEREIN_PICTURES=1. */
export async function picture(page: Page, name: string, looks: Looks = {}): Promise<void> {
  if (!process.env.WHEREIN_PICTURES) return;
  const size = page.viewportSize();
  const { colorScheme = "light", forcedColors = "none", width } = looks;
  await page.emulateMedia({ colorScheme, forcedColors });
  if (width && size) await page.setViewportSize({ width, height: size.height });
  // Scrolling and repainting come to rest first.
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  if (width && size) await page.setViewportSize(size);
}

/** Writes store/pictures/NAME.png for the stores: a page with the panel beside it, as a person has them, or a page alone. */
export async function listed(page: Page, panel: Page | null, name: string): Promise<void> {
  if (!process.env.WHEREIN_PICTURES) return;
  const path = join(LISTING, `${name}.png`);
  const { width, height } = LISTED;
  if (!panel) {
    await shot(page, width, path);
    return;
  }
  const shots = [await shot(page, width - PANEL_WIDTH - 1), await shot(panel, PANEL_WIDTH)];
  const together = await page.context().newPage();
  await together.setViewportSize({ width, height });
  const images = shots.map(
    (each) => `<img src="data:image/png;base64,${each.toString("base64")}">`,
  );
  await together.setContent(
    `<body style="display:flex;gap:1px;margin:0;background:#888">${images.join("")}`,
  );
  await together.waitForFunction(() => Array.from(document.images).every((each) => each.complete));
  await together.screenshot({ path });
  await together.close();
  await page.bringToFront();
}

/** A picture of a page so wide and as high as the listing's. */
async function shot(page: Page, width: number, path?: string): Promise<Buffer> {
  const size = page.viewportSize();
  await page.bringToFront();
  await page.setViewportSize({ width, height: LISTED.height });
  await page.waitForTimeout(700);
  const taken = await page.screenshot({ animations: "disabled", ...(path && { path }) });
  if (size) await page.setViewportSize(size);
  return taken;
}
