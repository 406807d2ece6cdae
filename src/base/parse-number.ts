/**
 * Parses a decimal number. Undefined when the text is none. Unlike Number(), it refuses hexadecimal, blanks and
 * Infinity.
 */
export function parseNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
