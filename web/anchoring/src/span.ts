// A range of a text, [start, end) in UTF-16 units. Knows no text.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The same length, `by` units further on. */
export function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
