import type { RefusedChange } from '../pages/development/development-events.ts';
import type { Gateway } from './gateway.ts';

/** A request's hold on the gateway that it started with. Released once, when its response has closed. */
export interface Lease {
  readonly gateway: Gateway;
  release(): void;
}

/** Who has to know that a gateway was replaced, or was not. */
export interface GatewayFollower {
  /** New requests go to another gateway from here on. */
  replaced?(from: Gateway, to: Gateway): void;
  /** The time of the requests that are still under way on it is over: cut them off. */
  overdue?(gateway: Gateway): void;
  /** What was to replace it could not be built. */
  refused?(gateway: Gateway, change: RefusedChange): void;
}

/**
 * The gateway that new requests get: the one thing in the process that changes while the shop is open. `replace` is the only
 * change. A gateway that was replaced is disposed when the last request that leased it has ended, or when its time is over.
 */
export class CurrentGateway {
  #serving: Held;
  #refused: RefusedChange | undefined;
  readonly #replaced = new Set<Held>();
  readonly #followers = new Set<GatewayFollower>();

  constructor(gateway: Gateway) {
    this.#serving = new Held(gateway);
  }

  get gateway(): Gateway {
    return this.#serving.gateway;
  }

  /** Why the newest change is not served; undefined when it is. */
  get refused(): RefusedChange | undefined {
    return this.#refused;
  }

  /** How many requests are under way on the gateways that were replaced, by generation. */
  get draining(): ReadonlyMap<number, number> {
    return new Map([...this.#replaced].map(({ gateway, leases }) => [gateway.generation, leases]));
  }

  /** How many requests are under way on the current gateway. */
  get leases(): number {
    return this.#serving.leases;
  }

  follow(follower: GatewayFollower): void {
    this.#followers.add(follower);
  }

  lease(): Lease {
    this.#serving.leases++;
    return this.#serving;
  }

  /** From here on requests get the next gateway. Resolves when the one before is disposed, `drainMs` milliseconds later at most. */
  async replace(next: Gateway, { drainMs }: { readonly drainMs: number }): Promise<void> {
    const before = this.#serving;
    this.#serving = new Held(next);
    this.#refused = undefined;
    this.#replaced.add(before);
    for (const { replaced } of this.#followers) replaced?.(before.gateway, next);
    await this.#drain(before, drainMs);
  }

  /** The gateway serves on, although the files say something else. */
  refuse(change: RefusedChange): void {
    this.#refused = change;
    for (const { refused } of this.#followers) refused?.(this.gateway, change);
  }

  /** For the end of the process: nobody is waited for. */
  async dispose(): Promise<void> {
    await Promise.all([this.#serving, ...this.#replaced].map((held) => held.end()));
  }

  async #drain(held: Held, drainMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const { overdue } of this.#followers) overdue?.(held.gateway);
      void held.end();
    }, drainMs);
    if (held.leases === 0) void held.end();
    else held.isReplaced = true;
    await held.ended;
    clearTimeout(timer);
    this.#replaced.delete(held);
  }
}

/** One gateway and how many requests are on it: its own lease for each of them, so that a lease costs a number. */
class Held implements Lease {
  readonly gateway: Gateway;
  leases = 0;
  isReplaced = false;
  readonly #end = Promise.withResolvers<void>();
  #isEnding = false;

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  release(): void {
    this.leases--;
    if (this.leases === 0 && this.isReplaced) void this.end();
  }

  /** Disposes the gateway, once. Never rejects: what an extension does wrong at its end is no reason to keep it. */
  async end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      const { gateway } = this;
      await gateway.dispose().catch((err: unknown) => gateway.logger.error('gateway not disposed', { err }));
      this.#end.resolve();
    }
    await this.ended;
  }
}
