// Values from outside, checked on arrival: small parsers that are put together. Knows no message.

/** A value that is not what was agreed on; says where it departs. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Returns the value, typed, or throws Malformed. */
export type Shape<T> = (value: unknown, path: string) => T;

export type Of<S> = S extends Shape<infer T> ? T : never;

export function parse<T>(shape: Shape<T>, value: unknown, name = "message"): T {
  return shape(value, name);
}

export const string: Shape<string> = (value, path) => {
  if (typeof value !== "string") throw new Malformed(`${path} is not a string`);
  return value;
};

export const number: Shape<number> = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new Malformed(`${path} is not a number`);
  }
  return value;
};

export const boolean: Shape<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw new Malformed(`${path} is not true or false`);
  return value;
};

export function literal<const T extends string | number | boolean | null>(wanted: T): Shape<T> {
  return (value, path) => {
    if (value !== wanted) throw new Malformed(`${path} is not ${JSON.stringify(wanted)}`);
    return wanted;
  };
}

export function oneOf<const T extends string>(...wanted: readonly T[]): Shape<T> {
  return (value, path) => {
    const found = wanted.find((each) => each === value);
    if (found === undefined) throw new Malformed(`${path} is none of ${wanted.join(", ")}`);
    return found;
  };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path) => (value === null ? null : shape(value, path));
}

export function array<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new Malformed(`${path} is not a list`);
    return value.map((each, i) => shape(each, `${path}[${i}]`));
  };
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Whole<F extends Fields> = { readonly [K in keyof F]: Of<F[K]> };
type Part<F extends Fields> = { readonly [K in keyof F]?: Of<F[K]> };

/** An object with these fields, and `optional` ones where present. Others are left out. */
export function object<F extends Fields, O extends Fields = Record<never, never>>(
  fields: F,
  optional?: O,
): Shape<Whole<F> & Part<O>> {
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Malformed(`${path} is not an object`);
    }
    const given = value as Record<string, unknown>;
    const found: Record<string, unknown> = {};
    for (const key in fields) {
      found[key] = (fields[key] as Shape<unknown>)(given[key], `${path}.${key}`);
    }
    for (const key in optional) {
      if (given[key] !== undefined && given[key] !== null) {
        found[key] = (optional[key] as Shape<unknown>)(given[key], `${path}.${key}`);
      }
    }
    return found as Whole<F> & Part<O>;
  };
}

type Kinds = Readonly<Record<string, Shape<object>>>;
type Tagged<K extends Kinds> = { [T in keyof K]: { readonly type: T } & Of<K[T]> }[keyof K];

/** One of several objects, told apart by their field `type`. */
export function union<K extends Kinds>(kinds: K): Shape<Tagged<K>> {
  return (value, path) => {
    const type = (value as { readonly type?: unknown } | null)?.type;
    const shape = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (!shape) throw new Malformed(`${path} has the unknown type ${JSON.stringify(type)}`);
    return { type, ...shape(value, path) } as Tagged<K>;
  };
}
