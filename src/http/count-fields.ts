import type { IncomingMessage } from 'node:http';

/**
 * Counts a header, given its name in lower case. Of several such headers, Node keeps the first and drops the rest. A
 * proxy in front may have read the last.
 */
export function countFields({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  // Names and values alternate.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
