/** One generated file. */
export interface Generator {
  /** Absolute path. */
  readonly file: string;
  /** Returns the whole text of the file. */
  produce(): Promise<string>;
}

/** Writes each comment of one line that fits as one line, as the rest of the source has it. */
export function compactComments(code: string): string {
  return code.replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, (whole, indent: string, text: string) => {
    const line = `${indent}/** ${text} */`;
    return line.length > 120 ? whole : line;
  });
}
