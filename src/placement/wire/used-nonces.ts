import { RequestError } from '#base';
import { signatureSeconds } from './signature.ts';

/** More than one process can answer in a minute. About 60 MB. */
const mostNonces = 500_000;

/**
 * The nonces of calls that must not run twice, for as long as their signatures are valid. Each process has its own: a
 * recorded call is good once at each instance.
 */
export class UsedNonces {
  /** When each may be forgotten, in milliseconds. The first is the oldest, but for clocks that differ. */
  readonly #ends = new Map<string, number>();
  readonly #most: number;

  constructor(most: number = mostNonces) {
    this.#most = most;
  }

  /** Throws RequestError 401 for a used nonce, and UNAVAILABLE 503 without room: a forgotten one could run again. */
  use(nonce: string, now: number = Date.now()): void {
    for (const [oldest, end] of this.#ends) {
      if (end > now) break;
      this.#ends.delete(oldest);
    }
    if (this.#ends.has(nonce))
      throw new RequestError('UNAUTHENTICATED', 401, 'The signed request came a second time: it is a replay.');
    if (this.#ends.size >= this.#most)
      throw new RequestError('UNAVAILABLE', 503, 'Too many signed calls. Try again.', { 'retry-after': '1' });
    // The clock of the sender may be ahead by as much as it may be behind.
    this.#ends.set(nonce, now + 2 * signatureSeconds * 1000);
  }
}
