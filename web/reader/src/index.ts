// What the package gives: a page read by a model, in the same steps as Python's small reader.

export { PageReader } from "./page-reader.ts";
export { type PageInput, PreparedPage } from "./prepared-page.ts";
export type { FoundAnswer, NearPassage, Reading } from "./reading.ts";
export { type ReaderSettings, readSettings, SettingsDamaged } from "./settings.ts";
export type { SpanModel } from "./span-model.ts";
export { type TokenizerFile, WordPiece } from "./wordpiece.ts";
