// A range of a text, [start, end) in UTF-16 units. Knows no text.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
