/** Writes a command's data to standard output; waits until a pipe has taken it. */
export async function writeOutput(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** Pretty JSON, for `--json`. */
export function writeJson(value: unknown): Promise<void> {
  return writeOutput(JSON.stringify(value, null, 2));
}

/** Columns padded to their widest cell, two spaces apart; the last one is left as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
}

/** By code unit, so that every machine prints the same order whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
