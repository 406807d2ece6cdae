/** Parses a decimal number. Undefined for other texts. Refuses hexadecimal, blanks and Infinity, unlike Number(). */
export function parseNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Compares by code unit, so that the order does not depend on the locale of the machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the percent-encoding of a text is well-formed. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
