import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'undici';
import { errorMessage, isObject, parseKnown } from '#base';
import { wire } from '../wire/messages.ts';
import { type ConnectionSource, openPool } from './connections.ts';
import { exchange, type IncomingAnswer, type OutgoingRequest } from './exchange.ts';

export interface InstanceEvents {
  /** Its health cannot be read. Calls go elsewhere, or fail at once. */
  readonly onLost: (instance: Instance, reason: string) => void;
  /** Its health can be read again. */
  readonly onFound: (instance: Instance) => void;
}

/** How often the health of an instance is read that failed, and how long an answer may take. In milliseconds. */
const healthMs = 100;
const patienceMs = 1_000;
/** The most bytes of an answer about health. */
const mostHealth = 10_000;

/** One instance of an extension: its connections, and whether it answers. */
export class Instance {
  readonly name: string;
  /** Its health is known to be bad. */
  isLost = false;
  /** Why its health was bad when it was last read. */
  problem = 'it does not answer';
  readonly #pool: Pool;
  readonly #events: InstanceEvents;
  readonly #closing = new AbortController();
  #isWatched = false;
  /** Ends the wait before the next look at its health. */
  #pause = new AbortController();

  constructor(source: ConnectionSource, events: InstanceEvents) {
    this.name = source.name;
    this.#pool = openPool(source);
    this.#events = events;
  }

  send(request: OutgoingRequest): Promise<IncomingAnswer> {
    return exchange(this.#pool, request);
  }

  /** Reads its health until it is good. Call it when a call failed or took too long. */
  suspect(reason: string): void {
    if (this.#isWatched || this.#closing.signal.aborted) return;
    this.#isWatched = true;
    void this.#watch(reason);
  }

  /** It may be well again: reads its health at once, if it is in doubt. Returns whether it is. */
  lookAgain(): boolean {
    this.#pause.abort();
    return this.#isWatched;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#pool.destroy();
  }

  async #watch(first: string): Promise<void> {
    const { signal } = this.#closing;
    let reason = first;
    while (!signal.aborted) {
      this.#pause = new AbortController();
      const problem = await this.#problem();
      if (problem === undefined) break;
      reason = problem;
      this.problem = problem;
      if (!this.isLost) {
        this.isLost = true;
        this.#events.onLost(this, reason);
      }
      const pause = AbortSignal.any([signal, this.#pause.signal]);
      await wait(healthMs, undefined, { signal: pause, ref: false }).catch(() => undefined);
    }
    this.#isWatched = false;
    if (!this.isLost || signal.aborted) return;
    this.isLost = false;
    this.#events.onFound(this);
  }

  /** Why it is not ready; undefined when it is. */
  async #problem(): Promise<string | undefined> {
    const late = AbortSignal.timeout(patienceMs);
    const signal = AbortSignal.any([late, this.#closing.signal]);
    try {
      const answer = await this.send({ method: 'GET', path: wire.paths.ready, headers: [], body: undefined, signal });
      if (answer.header(wire.fields.instance) === undefined) {
        answer.leave();
        return 'another server answers at its address';
      }
      const text = await answer.text(mostHealth);
      if (answer.status !== 200) return `it answers its health with ${answer.status}`;
      const isReady = parseKnown(text, isObject)?.ready === true;
      return isReady ? undefined : 'it answers its health with nonsense';
    } catch (error) {
      return late.aborted ? `it has not answered for ${patienceMs / 1000} s` : errorMessage(error);
    }
  }
}
