/** One generated file. */
export interface Generator {
  /** Absolute path. */
  readonly file: string;
  /** The file's whole text. */
  produce(): Promise<string>;
}
