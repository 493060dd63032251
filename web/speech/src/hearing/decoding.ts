// Greedy decoding of a sequence model: the likeliest token again and again. Knows no runtime and no words. The twin of
// Python's `wherein.speech.hearing.decoding`.

/** A model that is given one token after the other, the first of them the start token. */
export interface Steps {
  /** The logits of the token that follows. */
  next(token: number): Promise<Float32Array>;
  /** The logits after each of some further tokens; the model stays where it is. */
  all(tokens: readonly number[]): Promise<readonly Float32Array[]>;
  /** A copy of the model's state. Tokens given to one copy do not change the other. */
  fork(): Steps;
}

/** The decoder before one token: the logits of that token, and the model's state. */
export interface Step {
  readonly logits: Float32Array;
  readonly steps: Steps;
}

export interface Decoded {
  /** Without start and end. */
  readonly tokens: readonly number[];
  /** The natural logarithm of each token's probability. */
  readonly logProbabilities: readonly number[];
  /** False where the limit of tokens was reached before the end token. */
  readonly ended: boolean;
  /** The place before each token, and before the end where it was reached. */
  readonly trail: readonly Step[];
}

export interface Limits {
  readonly start: number;
  readonly end: number;
  readonly mostTokens: number;
}

/** Takes the likeliest token at each step (ties go to the lowest id), up to `end` or `mostTokens`. */
export async function decodeGreedily(
  steps: Steps,
  { start, end, mostTokens }: Limits,
): Promise<Decoded> {
  const tokens: number[] = [];
  const logProbabilities: number[] = [];
  const trail: Step[] = [];
  let token = start;
  while (tokens.length < mostTokens) {
    const logits = await steps.next(token);
    trail.push({ logits, steps: steps.fork() });
    token = likeliest(logits);
    if (token === end) return { tokens, logProbabilities, ended: true, trail };
    tokens.push(token);
    logProbabilities.push(logProbability(logits, token));
  }
  return { tokens, logProbabilities, ended: false, trail };
}

function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token++) {
    if ((logits[token] ?? 0) > (logits[best] ?? 0)) best = token;
  }
  return best;
}

/** The number to subtract from a logit to get the log probability of its token. */
export function logSum(logits: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) highest = Math.max(highest, logit);
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - highest);
  return highest + Math.log(total);
}

/** The natural logarithm of a token's probability. */
export function logProbability(logits: Float32Array, token: number): number {
  return (logits[token] ?? Number.NEGATIVE_INFINITY) - logSum(logits);
}

/** The geometric mean of the tokens' probabilities; 0 for no token. */
export function confidenceOf({ logProbabilities }: Pick<Decoded, "logProbabilities">): number {
  if (logProbabilities.length === 0) return 0;
  const sum = logProbabilities.reduce((total, log) => total + log, 0);
  return Math.exp(sum / logProbabilities.length);
}
