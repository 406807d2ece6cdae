/** A number with few digits: `0`, `0.4`, `12`, `1,204`. */
export function shortNumber(value: number): string {
  if (value !== 0 && Math.abs(value) < 10) return String(Math.round(value * 10) / 10);
  return groupedNumber(Math.round(value));
}

/**
 * A number with thousands separators. Not by `toLocaleString`, since the server's language may differ from the
 * browser's.
 */
export function groupedNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function milliseconds(value: number): string {
  if (value > 0 && value < 0.1) return '<0.1 ms';
  return value >= 1000 ? `${shortNumber(value / 1000)} s` : `${shortNumber(value)} ms`;
}

/** `12 s`, `5 min`, `3 h 12 min`, `2 d 4 h`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function megabytes(bytes: number): string {
  return `${groupedNumber(Math.round(bytes / 1_000_000))} MB`;
}

/** Formats an ISO 8601 time in UTC: `2026-11-21 18:30:12`. */
export function timeOf(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
