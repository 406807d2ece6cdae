/** One generated file. */
export interface Generator {
  /** Absolute path. */
  readonly file: string;
  /** Returns the whole text of the file. */
  produce(): Promise<string>;
}
