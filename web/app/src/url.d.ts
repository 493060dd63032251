// The type of a file that the bundler imports as an address.

declare module "*?url" {
  const address: string;
  export default address;
}

declare module "*?worker&url" {
  const address: string;
  export default address;
}
