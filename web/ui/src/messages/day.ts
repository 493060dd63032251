// A day as the interface writes it: "22 Apr 2004". Values in, words out.

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
