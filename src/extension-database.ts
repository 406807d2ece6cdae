import type { MailOptions, MailsOf } from './extension-mail.ts';
import type { LaterOptions } from './extension-tasks.ts';
import type { AnyShop, EventsOf, JobsOf, ShopTypes } from './extension-types.ts';

/**
 * The extension's PostgreSQL schema, used as the extension's own role. Table names without a schema are its own,
 * and PostgreSQL refuses access to tables of other extensions. The database of a context ends with its request:
 * running statements fail, later ones are refused, and a transaction is rolled back. Use one transaction for
 * statements that belong together.
 */
export interface Database<Shop extends ShopTypes = AnyShop> {
  /** Runs one statement with parameters `$1`, `$2`, ... and returns its rows. Rejects with PostgreSQL's error. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Runs the work in one transaction. Commits when it resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Transaction<Shop>) => Promise<Result>): Promise<Result>;
}

/** The database within a transaction. */
export interface Transaction<Shop extends ShopTypes = AnyShop> extends Database<Shop> {
  /**
   * Writes to the audit trail of the shop, in this transaction: who did what, with the extension, the request and the
   * time. Entries cannot be changed or removed by extensions. Write ids, and no personal data.
   */
  record(entry: AuditEntry): Promise<void>;
  /**
   * Publishes an event of `events/` with this transaction: its subscribers run after the commit, each at least once,
   * in no order. The payload is what its JSON Schema says. Send ids, and no personal data.
   */
  publish<Name extends keyof EventsOf<Shop> & string>(event: Name, payload: EventsOf<Shop>[Name]): Promise<void>;
  /** As `context.later`, with this transaction: the job is not there when it is rolled back. */
  later<Name extends keyof JobsOf<Shop> & string>(
    job: Name,
    input?: JobsOf<Shop>[Name],
    options?: LaterOptions,
  ): Promise<void>;
  /**
   * As `context.mail`, with this transaction: the mail is sent only if it commits. The transaction waits until the mail
   * is written. When that fails, the transaction can go on.
   */
  mail<Name extends keyof MailsOf<Shop> & string>(name: Name, options: MailOptions<MailsOf<Shop>[Name]>): Promise<void>;
}

/** What has happened, for the audit trail. */
export interface AuditEntry {
  /** What was done: `price.changed`. */
  readonly action: string;
  /** To what, by its id: `product:1001`. */
  readonly subject: string;
  /** The state before and after, as JSON. */
  readonly from?: unknown;
  readonly to?: unknown;
}

/** An entry of the audit trail, as the table `stoa.records` has it. */
export interface AuditRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly extension: string;
  /** `guest`, `session`, `token`, or `extension` in a task. Null outside of both. */
  readonly caller: string | null;
  readonly callerId: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly from: unknown;
  readonly to: unknown;
}
