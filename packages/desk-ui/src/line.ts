const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const breaking = new RegExp(`[\\p{Cc}\\u2028\\u2029${turning}]`, 'u');
const turns = new RegExp(`[${turning}]`);

/** Whether a text has something to read, and nothing that breaks the line or turns it around: a name, a street. */
export function isLine(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !breaking.test(text);
}

/** Whether a text has characters that turn the writing around: they could make a name read as another one. */
export function turnsAround(text: string): boolean {
  return turns.test(text);
}
