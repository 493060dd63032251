// Parses values from outside with valibot. Knows no message.

import * as v from "valibot";

/** A value that does not have the expected form; the message says where. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** The value, typed; unknown fields are left out. Throws Malformed. */
export function parse<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  name = "message",
): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  const [first] = issues;
  throw new Malformed(`${[name, v.getDotPath(first)].filter(Boolean).join(".")}: ${first.message}`);
}

/** The rows of a list that have the expected form: a malformed row costs itself alone. No list has none. */
export function parseRows<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row: unknown) => {
    const { success, output } = v.safeParse(schema, row);
    return success ? [output] : [];
  });
}
