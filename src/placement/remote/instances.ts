import { type ExtensionId, isObject, type Logger, parseKnown, RequestError } from '#base';
import { missingParts } from '../wire/contract.ts';
import { type Contract, type NotBegun, wire } from '../wire/messages.ts';
import type { ConnectionSource } from './connections.ts';
import { ExchangeError, type IncomingAnswer, type OutgoingRequest } from './exchange.ts';
import { Instance } from './instance.ts';

export interface InstancesParts {
  readonly extension: ExtensionId;
  readonly connections: readonly ConnectionSource[];
  /** What the gateway expects. */
  readonly contract: Contract;
  readonly logger: Logger;
  /** An instance answers again after it did not. */
  readonly onFound: () => void;
}

/** Builds the same request again, since it names the contracts that the gateway knows by then. */
export interface Attempt {
  readonly request: (contracts: readonly string[]) => OutgoingRequest;
  /** The body is streamed, so it can be sent once. */
  readonly isOnce?: boolean | undefined;
}

/** How often a call may be answered "not begun" before it fails. */
const mostDeclined = 3;

/** The instances of one extension. A call goes to one of them, and to another only if it has not begun. */
export class Instances {
  readonly #parts: InstancesParts;
  readonly #all: readonly Instance[];
  /** Digests of contracts that have all that the gateway expects. */
  #contracts: readonly string[];
  /** Digests of unusable contracts that the log has. */
  readonly #reported = new Set<string>();
  #next = 0;

  constructor(parts: InstancesParts) {
    this.#parts = parts;
    this.#contracts = [parts.contract.digest];
    const { extension, logger, onFound } = parts;
    const events = {
      onLost: ({ name }: Instance, reason: string) => logger.error('extension lost', { extension, at: name, reason }),
      onFound: ({ name }: Instance) => {
        logger.info('extension found', { extension, at: name });
        onFound();
      },
    };
    this.#all = parts.connections.map((source) => new Instance(source, events));
  }

  /** How many instances share the calls. */
  get count(): number {
    return this.#all.length;
  }

  /** The error of a call that no instance answers. The circuit breaker counts it. */
  unavailable(reason: unknown): RequestError {
    const message = `The extension ${this.#parts.extension} is unavailable. Try again later.`;
    const error = new RequestError('EXTENSION_UNAVAILABLE', 503, message, { 'retry-after': '1' });
    return Object.assign(error, { cause: reason, connectionFailure: true });
  }

  /**
   * Sends a call. Rejects with RequestError EXTENSION_UNAVAILABLE 503, or with the reason of the request's signal.
   * Sends a call again only if no byte of it was sent, or if an instance answered that it has not begun.
   */
  async send(attempt: Attempt): Promise<{ readonly answer: IncomingAnswer; readonly instance: Instance }> {
    const tried = new Set<Instance>();
    let declined = 0;
    let reason: unknown;
    for (let instance = this.#pick(tried); instance !== undefined; instance = this.#pick(tried)) {
      const request = attempt.request(this.#contracts);
      try {
        const answer = await instance.send(request);
        const refusal = answer.status === 503 ? await readNotBegun(answer) : undefined;
        if (refusal === undefined) return { answer, instance };
        reason = new Error(refusal.reason);
        if (++declined >= mostDeclined || attempt.isOnce === true) break;
        // Behind one URL may be several instances, of which the next call gets another one.
        if (!this.#learned(refusal, instance) && this.#all.length > 1) tried.add(instance);
      } catch (error) {
        if (!(error instanceof ExchangeError)) {
          // It may hang: the time of the call is over.
          if (isLate(request.signal)) instance.suspect('a call took too long');
          throw error;
        }
        instance.suspect(error.message);
        reason = error;
        if (!error.isUnsent || attempt.isOnce === true) break;
        tried.add(instance);
      }
    }
    throw this.unavailable(reason ?? new Error(this.#all[0]?.problem));
  }

  started(index: number): void {
    if (this.#all[index]?.lookAgain() === false) this.#parts.onFound();
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((instance) => instance.close()));
  }

  /** Records that an instance has this contract. Returns what the gateway misses in it. */
  learn(contract: Contract): readonly string[] {
    const missing = missingParts(this.#parts.contract, contract);
    if (missing.length === 0 && !this.#contracts.includes(contract.digest))
      this.#contracts = [this.#parts.contract.digest, contract.digest, ...this.#contracts.slice(1, mostContracts)];
    return missing;
  }

  /** In turn, those whose health is good. A single instance that drains is replaced behind the same URL. */
  #pick(tried: ReadonlySet<Instance>): Instance | undefined {
    const count = this.#all.length;
    for (let step = 0; step < count; step++) {
      const at = (this.#next + step) % count;
      const instance = this.#all[at];
      if (instance === undefined || instance.isLost || tried.has(instance)) continue;
      this.#next = (at + 1) % count;
      return instance;
    }
    return undefined;
  }

  /** Whether the same instance can be asked again, by the contract that it has. */
  #learned({ reason, contract }: NotBegun, instance: Instance): boolean {
    if (reason !== 'contract' || contract === undefined) {
      instance.suspect(`it is ${reason}`);
      return false;
    }
    const missing = this.learn(contract);
    if (missing.length === 0) return true;
    if (this.#reported.has(contract.digest)) return false;
    this.#reported.add(contract.digest);
    const { extension, logger, contract: own } = this.#parts;
    const versions = { expected: own.version, served: contract.version };
    const at = instance.name;
    logger.error('extension of another version', { extension, at, ...versions, missing: missing.slice(0, 10) });
    return false;
  }
}

/** Whether the time of a call is over. A client that has disconnected says nothing of the extension. */
export function isLate(signal: AbortSignal | undefined): boolean {
  const reason: unknown = signal?.reason;
  return signal?.aborted === true && !(reason instanceof RequestError && reason.code === 'CLIENT_GONE');
}

/** What an instance answered with a 503 instead of beginning the call. */
async function readNotBegun(answer: IncomingAnswer): Promise<NotBegun | undefined> {
  if (answer.header(wire.fields.notBegun) === undefined) return undefined;
  const text = await answer.text(mostNotBegun).catch(() => '');
  return parseKnown(text, isNotBegun) ?? { reason: 'draining' };
}

/** The most bytes of such an answer: the contract of an extension. */
const mostNotBegun = 4 * 1024 * 1024;

/** Instances of so many versions can answer at a time. */
const mostContracts = 4;

function isNotBegun(value: unknown): value is NotBegun {
  return isObject(value) && typeof value.reason === 'string';
}
