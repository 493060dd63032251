// What the package gives: the panel, and what it needs from outside.

export * from "./links.ts";
export { Panel } from "./panel.tsx";
export { PanelController } from "./panel-controller.ts";
