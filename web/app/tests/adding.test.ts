// Files on their way into the library, against a server that replies late, fails, or is another one meanwhile.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { AddingJob, AppServer } from "../../api-client/src/app-server.ts";
import { Adding, canBeRetried, NEVER_FETCHED } from "../src/library/adding.ts";

/** Waits for what should happen; minutes only end a test that hangs. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 10 });

/** Keeps jobs as the server does; what is sent waits until `work` is called. */
class Jobs {
  all: (AddingJob & { change: number })[] = [];
  change = 0;
  began = 1;
  /** Called before an upload is replied to. */
  beforeReply: () => Promise<void> = () => Promise.resolve();
  atOnce = 0;
  mostAtOnce = 0;

  async upload(_file: Blob, name: string): Promise<AddingJob> {
    this.atOnce++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    const job = { number: this.all.length + 1, name, state: "waiting" as const };
    this.all.push({ ...job, change: ++this.change });
    await this.beforeReply();
    this.atOnce--;
    return job;
  }

  work(fails: (name: string) => boolean = () => false): void {
    this.all = this.all.map((job) =>
      job.state === "waiting"
        ? fails(job.name)
          ? { ...job, state: "failed", reason: "It is broken.", change: ++this.change }
          : { ...job, state: "added", change: ++this.change }
        : job,
    );
  }

  async adding(since: number) {
    return {
      began: this.began,
      change: this.change,
      jobs: this.all.filter(({ change }) => change > since),
    };
  }

  async cancelAdding() {
    this.all = this.all.map((job) =>
      job.state === "waiting" ? { ...job, state: "cancelled", change: ++this.change } : job,
    );
    return this.adding(0);
  }
}

function started() {
  const server = new Jobs();
  const [added, lost] = [vi.fn(), vi.fn()];
  return { server, added, lost, adding: new Adding(server as unknown as AppServer, added, lost) };
}

const files = (many: number) =>
  Array.from({ length: many }, (_, i) => new File([String(i)], `${i}.txt`));
const states = (adding: Adding) => adding.store.snapshot().jobs.map(({ state }) => state);
const count = (adding: Adding, which: string) =>
  states(adding).filter((state) => state === which).length;

test("fifty files are sent a few at a time, each reported, and those that fail can be retried", async () => {
  const { server, adding, added } = started();
  adding.add(files(50));
  expect(adding.isSending).toBe(true);
  await waitFor(() => expect(count(adding, "waiting")).toBe(50));
  expect(adding.isSending).toBe(false);
  expect(server.mostAtOnce).toBe(3);
  server.work((name) => name.startsWith("4") && name.length > 5);
  await waitFor(() => expect(count(adding, "added")).toBe(40));
  expect(count(adding, "failed")).toBe(10);
  expect(added).toHaveBeenCalled();
  adding.retry();
  await waitFor(() => expect(count(adding, "waiting")).toBe(10));
  server.work();
  await waitFor(() => expect(count(adding, "added")).toBe(50));
});

test("a job that is done before its upload is replied to is done", async () => {
  const { server, adding } = started();
  server.beforeReply = async () => {
    server.work();
    await adding.follow();
  };
  adding.add(files(1));
  await waitFor(() => expect(states(adding)).toEqual(["added"]));
});

test("the list is fetched after the last document that was added, also where the last file fails", async () => {
  const { server, adding, added } = started();
  const documents = () => server.all.filter(({ state }) => state === "added").length;
  const listed: number[] = [];
  added.mockImplementation(() => listed.push(documents()));
  adding.add(files(3));
  await waitFor(() => expect(count(adding, "waiting")).toBe(3));
  const only = (name: string, state: "added" | "failed") => {
    server.all = server.all.map((job) =>
      job.name === name ? { ...job, state, change: ++server.change } : job,
    );
  };
  only("0.txt", "added");
  await waitFor(() => expect(listed).toEqual([1]));
  only("1.txt", "added");
  await waitFor(() => expect(count(adding, "added")).toBe(2));
  only("2.txt", "failed");
  await waitFor(() => expect(listed.at(-1)).toBe(2));
});

test("what another tab sent is listed, and cannot be retried here", async () => {
  const { server, adding } = started();
  await server.upload(new Blob(), "theirs.txt");
  server.work(() => true);
  await adding.follow();
  expect(adding.store.snapshot().jobs).toMatchObject([{ name: "theirs.txt", state: "failed" }]);
  adding.retry();
  expect(states(adding)).toEqual(["failed"]);
});

test("an address that the server never fetches is not tried again, in the server's own words for it", () => {
  const failed = {
    key: 1,
    name: "a",
    source: "http://10.0.0.1/",
    state: "failed",
    number: 1,
  } as const;
  const again = (reason: string) => canBeRetried({ ...failed, reason });
  expect(again("The host a.example cannot be found.")).toBe(true);
  expect(again(`10.0.0.1 ${NEVER_FETCHED.source}. Ask it from the terminal.`)).toBe(false);
  const server = new URL("../../../src/wherein/documents/fetch.py", import.meta.url);
  expect(readFileSync(server, "utf-8")).toMatch(NEVER_FETCHED);
});

test("a server that was started again takes up what was not done, and it is listed once", async () => {
  const { server, adding } = started();
  adding.add(files(3));
  await waitFor(() => expect(count(adding, "waiting")).toBe(3));
  server.all = [];
  server.began = 2;
  await server.upload(new Blob(), "2.txt");
  await waitFor(() => expect(states(adding)).toEqual(["waiting"]));
  server.work();
  await waitFor(() => expect(states(adding)).toEqual(["added"]));
});

test("a server that stops responding while it adds is reported, and so is its return", async () => {
  const { server, adding, lost } = started();
  const answering = server.adding.bind(server);
  adding.add(files(1));
  await waitFor(() => expect(count(adding, "waiting")).toBe(1));
  expect(lost).not.toHaveBeenCalled();
  server.adding = () => Promise.reject(new Error("gone"));
  await waitFor(() => expect(lost).toHaveBeenCalledTimes(1));
  server.adding = answering;
  await waitFor(() => expect(lost).toHaveBeenCalledTimes(2));
  server.work();
  await waitFor(() => expect(states(adding)).toEqual(["added"]));
  expect(lost).toHaveBeenCalledTimes(2);
});

test("cancelling leaves out what is not read yet, sent or not", async () => {
  const { server, adding } = started();
  server.beforeReply = () => new Promise((resolve) => setTimeout(resolve, 20));
  adding.add(files(20));
  await adding.cancel();
  await waitFor(() => expect(new Set(states(adding))).toEqual(new Set(["cancelled"])));
});
