import type { IncomingMessage } from 'node:http';

/**
 * How often a header field was sent; its name in lower case. Node keeps the first of several and drops the rest, and somebody in
 * front of us may have read the last.
 */
export function countFields({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  // Names and values take turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
