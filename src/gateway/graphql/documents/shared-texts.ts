import { errorMessage, type Logger, withTimeout } from '#base';
import { BatchedLookup, type DatabaseServer, LookupFailure } from '#postgres';

type QueryTextStore = DatabaseServer['queryTexts'];
type Limits = Parameters<QueryTextStore['keep']>[1];

/**
 * Texts of automatic persisted queries that all processes of the shop share. Without the store, each process has its
 * own: a client then sends a text once more.
 */
export class SharedTexts {
  readonly #store: QueryTextStore;
  readonly #limits: Limits;
  readonly #logger: Logger;
  readonly #lookup: BatchedLookup<string>;
  /** Registered here, and not stored yet. */
  #due = new Map<string, string>();
  #isStoring = false;

  constructor(store: QueryTextStore, { limits, logger }: { readonly limits: Limits; readonly logger: Logger }) {
    this.#store = store;
    this.#limits = limits;
    this.#logger = logger;
    this.#lookup = new BatchedLookup({
      read: (hashes) => store.find(hashes),
      onFailure: (error) =>
        logger.warn('persisted queries of other processes not read', { reason: errorMessage(error) }),
    });
  }

  /** Undefined when the store has no such text, or cannot be read. */
  async find(sha256: string): Promise<string | undefined> {
    try {
      return await this.#lookup.find(sha256);
    } catch (error) {
      if (error instanceof LookupFailure) return undefined;
      throw error;
    }
  }

  /** Stores a text in the background. */
  keep(sha256: string, text: string): void {
    // PostgreSQL stores no text with this character. GraphQL allows it in comments.
    if (this.#due.size >= mostDue || text.includes('\0')) return;
    this.#due.set(sha256, text);
    if (!this.#isStoring) void this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true;
    while (this.#due.size > 0) {
      const texts = this.#due;
      this.#due = new Map();
      try {
        await withTimeout(this.#store.keep(texts, this.#limits), keepMs);
      } catch (error) {
        const fix = 'Other processes answer PERSISTED_QUERY_NOT_FOUND, and clients send these texts once more.';
        this.#logger.warn('persisted queries not shared', { count: texts.size, reason: errorMessage(error), fix });
      }
    }
    this.#isStoring = false;
  }
}

/** Further texts stay with this process. */
const mostDue = 100;
const keepMs = 3_000;
