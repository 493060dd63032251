// A day as the interface writes it, "22 Apr 2004", and a moment, "22 Apr 2004, 17:05". Values in, words out.

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** The day of an ISO date or time; what is no whole date ("2004") stays as it is. */
export function day(date: string): string {
  const [iso = ""] = /^\d{4}-\d{2}-\d{2}/u.exec(date) ?? [];
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) ? date.slice(0, 10) : DAY.format(time);
}

/** A time with its minute, by the clock of whoever reads it (or of `timeZone`); what is no time stays as it is. */
export function moment(at: string, timeZone?: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone && { timeZone }),
  }).format(time);
}
