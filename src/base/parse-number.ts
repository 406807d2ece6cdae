/** The number that a text is; undefined when it is none. Stricter than Number(): no hexadecimal, no blanks, no Infinity. */
export function parseNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
