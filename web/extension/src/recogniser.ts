// Whether this build has the recogniser of speech. The build sets it (`build.mjs`).

declare const BUILT_WITH_RECOGNISER: boolean | undefined;

export const HAS_RECOGNISER =
  typeof BUILT_WITH_RECOGNISER !== "undefined" && BUILT_WITH_RECOGNISER === true;
