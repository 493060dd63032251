// A document that is opened from the library's list is what is asked next, and one key leads back.

import { expect, test } from "vitest";
import { madeController } from "./made-controller.ts";

const never = () => new Promise<never>(() => {});
const FOLDER = { kind: "folder", name: "/ports", title: "ports" } as const;

function opened(before: typeof FOLDER | null) {
  const controller = madeController({ text: never, search: never } as never);
  if (before) controller.setScope(before);
  const route = controller.routeAsScope("d1", "Rules");
  controller.store.set({ scope: route.scope ?? null });
  return { controller, route };
}

test.each([null, FOLDER])("opened while %o was asked, it leads back there", (before) => {
  const { controller, route } = opened(before);
  expect(route).toMatchObject({
    document: "d1",
    scope: { kind: "document", name: "d1", title: "Rules" },
  });
  controller.takeScopeBack();
  expect(controller.store.snapshot().scope).toEqual(before);
});

test("a second document leads back to what was asked before the first", () => {
  const { controller } = opened(FOLDER);
  const next = controller.routeAsScope("d2", "Tides");
  controller.store.set({ scope: next.scope ?? null });
  controller.takeScopeBack();
  expect(controller.store.snapshot().scope).toEqual(FOLDER);
});

test("a folder is not taken back", () => {
  const { controller } = opened(null);
  controller.setScope(FOLDER);
  controller.takeScopeBack();
  expect(controller.store.snapshot().scope).toEqual(FOLDER);
});
