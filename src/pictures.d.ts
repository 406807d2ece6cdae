/** A picture that a page component imports: the build serves it, under a name with a hash. */
declare module '*.svg' {
  /** The address of the file. */
  const url: string;
  export default url;
}
