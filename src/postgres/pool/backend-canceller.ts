import type { Session } from '../connection/connect.ts';
import type { Connection, PoolOwner } from './connection-pool.ts';

interface Asking {
  readonly session: Promise<Session>;
  users: number;
}

/**
 * Asks PostgreSQL to cancel the statement of a connection. A role may cancel only its own statements. So the request
 * uses another connection of the same role, which closes when nothing remains to be cancelled.
 */
export class BackendCanceller {
  readonly #open: (extension: PoolOwner) => Promise<Session>;
  readonly #asking = new Map<PoolOwner, Asking>();

  constructor(open: (extension: PoolOwner) => Promise<Session>) {
    this.#open = open;
  }

  /** Resolves when PostgreSQL has signalled the process. From then on the request cannot hit a later statement. */
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
      // A failed close means that the connection is already lost.
      if (this.#leave(extension, asking)) client.end().catch(() => undefined);
    }
  }

  /** True for the last user. */
  #leave(extension: PoolOwner, asking: Asking): boolean {
    if (--asking.users > 0) return false;
    this.#asking.delete(extension);
    return true;
  }
}

const timeoutMs = 2000;
