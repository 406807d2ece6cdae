/** A picture that a page component imports. The build serves it under a name with a hash. */
declare module '*.svg' {
  /** Path of the file. */
  const url: string;
  export default url;
}

/** A font that a page component preloads. Its style sheet names the same file. */
declare module '*.woff2' {
  /** Path of the file. */
  const url: string;
  export default url;
}
