// The package's exports: the panel, and the interfaces it needs from outside.

export * from "./links.ts";
export { Panel } from "./panel.tsx";
export { PanelController } from "./state/panel-controller.ts";
