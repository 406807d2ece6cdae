/** A picture that a page component imports. The build serves it under a name with a hash. */
declare module '*.svg' {
  /** Path of the file. */
  const url: string;
  export default url;
}
