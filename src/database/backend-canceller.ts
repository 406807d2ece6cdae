import type { Connection } from './connection-pool.ts';
import type { Session } from './connection-settings.ts';
import type { PoolOwner } from './pool-owner.ts';

interface Asking {
  readonly session: Promise<Session>;
  users: number;
}

/**
 * Asks PostgreSQL to cancel what a connection runs. A role may cancel its own statements only. So the request goes
 * over one more connection of the same role, which closes when nothing is left to cancel.
 */
export class BackendCanceller {
  readonly #open: (extension: PoolOwner) => Promise<Session>;
  readonly #asking = new Map<PoolOwner, Asking>();

  constructor(open: (extension: PoolOwner) => Promise<Session>) {
    this.#open = open;
  }

  /** Resolves when PostgreSQL has signalled the process: from then on the request cannot meet a later statement. */
  async cancel({ pool: { extension }, processId }: Connection): Promise<void> {
    const asking = this.#asking.get(extension) ?? { session: this.#open(extension), users: 0 };
    this.#asking.set(extension, asking);
    asking.users++;
    const { client, destroy } = await asking.session.catch((error: unknown) => {
      this.#leave(extension, asking);
      throw error;
    });
    const isLate = setTimeout(destroy, timeoutMs);
    try {
      await client.query('select pg_cancel_backend($1)', [processId]);
    } finally {
      clearTimeout(isLate);
      // A connection that is gone needs no goodbye.
      if (this.#leave(extension, asking)) client.end().catch(() => undefined);
    }
  }

  /** True for the last. */
  #leave(extension: PoolOwner, asking: Asking): boolean {
    if (--asking.users > 0) return false;
    this.#asking.delete(extension);
    return true;
  }
}

const timeoutMs = 2000;
