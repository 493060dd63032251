// What the bundler makes of a file asked for by its address.

declare module "*?url" {
  const address: string;
  export default address;
}

declare module "*?worker&url" {
  const address: string;
  export default address;
}
