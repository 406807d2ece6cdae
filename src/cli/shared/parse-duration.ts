const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a duration such as `30s`, `15m`, `1h` or `7d`. Throws RangeError with a message for the user. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit ?? ''] ?? Number.NaN);
  if (!(seconds > 0)) {
    throw new RangeError(`"${text}" is not a duration: write a number and s, m, h or d, e.g. 30s, 15m, 1h or 7d.`);
  }
  return seconds;
}
