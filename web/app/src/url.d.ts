// The type of a file that the bundler imports as an address.

declare module "*?url" {
  const address: string;
  export default address;
}

declare module "*?raw" {
  const text: string;
  export default text;
}

declare module "*?worker&url" {
  const address: string;
  export default address;
}
