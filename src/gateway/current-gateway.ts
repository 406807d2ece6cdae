import type { RefusedChange } from '#pages';
import type { Gateway } from './gateway.ts';

export interface GatewayFollower {
  /** New requests use another gateway from this call on. */
  replaced?(from: Gateway, to: Gateway): void;
  /** Cut off the requests that still run on this gateway. */
  overdue?(gateway: Gateway): void;
  /** The next gateway could not be built. */
  refused?(gateway: Gateway, change: RefusedChange): void;
}

/**
 * The gateway for new requests: the only value of the process that changes while the shop is open, and only by
 * `replace`. A replaced gateway is disposed when the last request that leased it has ended, or `drainMs` later.
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

  /** Why the gateway does not serve the newest change of the files. */
  get refused(): RefusedChange | undefined {
    return this.#refused;
  }

  /** Numbers of requests that run on replaced gateways, by generation. */
  get draining(): ReadonlyMap<number, number> {
    return new Map([...this.#replaced].map(({ gateway, leases }) => [gateway.generation, leases]));
  }

  follow(follower: GatewayFollower): void {
    this.#followers.add(follower);
  }

  /** A request's reference to the gateway that it starts with. Release it once, when its response has closed. */
  lease(): Pick<Held, 'gateway' | 'release'> {
    this.#serving.leases++;
    return this.#serving;
  }

  /** New requests get the next gateway. Resolves when the previous one is disposed, at most `drainMs` ms later. */
  async replace(next: Gateway, { drainMs }: { readonly drainMs: number }): Promise<void> {
    const before = this.#serving;
    this.#serving = new Held(next);
    this.#refused = undefined;
    this.#replaced.add(before);
    for (const { replaced } of this.#followers) replaced?.(before.gateway, next);
    await this.#drain(before, drainMs);
  }

  /** Records that the gateway does not serve the newest change of the files. */
  refuse(change: RefusedChange): void {
    this.#refused = change;
    for (const { refused } of this.#followers) refused?.(this.gateway, change);
  }

  /** For the end of the process. Does not wait for requests. */
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

/** One gateway with its number of requests. It serves as the lease of each request, so a lease allocates nothing. */
class Held {
  readonly gateway: Gateway;
  leases = 0;
  isReplaced = false;
  readonly #end = Promise.withResolvers<void>();
  readonly ended = this.#end.promise;
  #isEnding = false;

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  release(): void {
    this.leases--;
    if (this.leases === 0 && this.isReplaced) void this.end();
  }

  /** Disposes the gateway, once. Never rejects: an extension's error at its end must not keep the gateway. */
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
