// What the package gives: a client of the local server, and parsers for values from outside.

export * from "./server.ts";
export { Malformed, parse } from "./shape.ts";
