// The package's exports: a page read by a model, with the stages of Python's small reader.

export type { SpanModel } from "./model/span-model.ts";
export { PageReader } from "./page-reader.ts";
export { type PageInput, PreparedPage } from "./prepared/prepared-page.ts";
export type { FoundAnswer, NearPassage, Reading } from "./reading.ts";
export { type ReaderSettings, readSettings, SettingsDamaged } from "./settings.ts";
export { type TokenizerFile, WordPiece } from "./tokens/wordpiece.ts";
