// Greedy decoding of a sequence model: the likeliest token again and again. Knows no runtime and no words. The twin of
// Python's `wherein.speech.decoding`.

/** A model that is given one token after the other, the first of them the start token. */
export interface Steps {
  /** The logits of the token that follows. */
  next(token: number): Promise<Float32Array>;
}

/** A bias that is added to the logits of expected words. */
export interface Bias {
  /** The current additions by token. */
  added(): ReadonlyMap<number, number>;
  /** Called with each token that was chosen. */
  took(token: number): void;
}

export interface Decoded {
  /** Without start and end. */
  readonly tokens: readonly number[];
  /** The natural logarithm of each token's probability without bias. */
  readonly logProbabilities: readonly number[];
  /** False where the limit of tokens was reached before the end token. */
  readonly ended: boolean;
}

export interface Limits {
  readonly start: number;
  readonly end: number;
  readonly mostTokens: number;
}

/** Takes the likeliest token at each step (ties go to the lowest id), up to `end` or `mostTokens` tokens. */
export async function decodeGreedily(
  steps: Steps,
  { start, end, mostTokens }: Limits,
  bias: Bias | null = null,
): Promise<Decoded> {
  const tokens: number[] = [];
  const logProbabilities: number[] = [];
  let token = start;
  while (tokens.length < mostTokens) {
    const logits = await steps.next(token);
    token = chosen(logits, bias);
    if (token === end) return { tokens, logProbabilities, ended: true };
    tokens.push(token);
    logProbabilities.push(logProbability(logits, token));
    bias?.took(token);
  }
  return { tokens, logProbabilities, ended: false };
}

function chosen(logits: Float32Array, bias: Bias | null): number {
  let best = 0;
  for (let token = 1; token < logits.length; token++) {
    if ((logits[token] ?? 0) > (logits[best] ?? 0)) best = token;
  }
  let height = logits[best] ?? 0;
  const added = [...(bias?.added() ?? [])].sort(([a], [b]) => a - b);
  for (const [token, more] of added) {
    const raised = (logits[token] ?? Number.NEGATIVE_INFINITY) + more;
    if (raised > height || (raised === height && token < best)) [best, height] = [token, raised];
  }
  return best;
}

/** The natural logarithm of a token's probability. */
export function logProbability(logits: Float32Array, token: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) highest = Math.max(highest, logit);
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - highest);
  return (logits[token] ?? Number.NEGATIVE_INFINITY) - highest - Math.log(total);
}

/** The geometric mean of the tokens' probabilities; 0 for no token. */
export function confidenceOf({ logProbabilities }: Decoded): number {
  if (logProbabilities.length === 0) return 0;
  const sum = logProbabilities.reduce((total, log) => total + log, 0);
  return Math.exp(sum / logProbabilities.length);
}
