import type { Client, Connection, FieldDef, QueryResultBase, Submittable } from 'pg';
import { columnTypes } from './column-types.ts';
import { runMessage } from './run-message.ts';

/** A statement that one connection has prepared, or is about to. */
export interface PreparedStatement {
  readonly name: string;
  /** Known after the driver has run it once. Undefined for a statement that only the driver can run. */
  shape: RowShape | undefined;
}

/**
 * What the rows of a prepared statement are made of, which is described once: PostgreSQL refuses to run a statement whose columns
 * have changed since (0A000, "cached plan must not change result type"), be it their number, names or types.
 */
export class RowShape {
  readonly #names: readonly string[];
  readonly #parsers: readonly ((text: string) => unknown)[];
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(fields: readonly FieldDef[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID));
    // Copies of one object have one hidden class, however their properties are set.
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  rowOf(texts: readonly (string | null)[]): object {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index];
      const name = this.#names[index];
      if (name !== undefined && text !== null && text !== undefined) row[name] = this.#parsers[index]?.(text);
    }
    return row;
  }
}

// What EXECUTE and FETCH give may change without a refusal, and COPY is a protocol of its own.
const planned = /^\s*(?:select|insert|update|delete|merge|with|values)\b/i;

/** The shape of a statement that the driver has prepared and run. */
export function shapeOf(text: string, { fields }: Pick<QueryResultBase, 'fields'>): RowShape | undefined {
  return planned.test(text) ? new RowShape(fields) : undefined;
}

/** What sends a prepared statement with its values, and reads its rows. */
export interface StatementMessage {
  readonly bytes: Buffer;
  readonly shape: RowShape;
}

/** Undefined for what only the driver can run. */
export function messageOf(
  { name, shape }: PreparedStatement,
  values: readonly unknown[],
): StatementMessage | undefined {
  const bytes = shape === undefined ? undefined : runMessage(name, values);
  return shape === undefined || bytes === undefined ? undefined : { bytes, shape };
}

/**
 * Runs a statement that its connection has prepared: the driver's own way costs twice as much, for it describes, copies and emits
 * each time what is the same each time.
 */
export function runPrepared(client: Client, { bytes, shape }: StatementMessage): Promise<readonly object[]> {
  return new Promise((resolve, reject) => {
    client.query(new StatementRun({ bytes, shape, resolve, reject }));
  });
}

export interface Run {
  /** Undefined when it has been sent already, together with what came before it. */
  readonly bytes: Buffer | undefined;
  readonly shape: RowShape;
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** The driver's extension point for statements with a protocol of their own, as pg-cursor uses it: `client.query(submittable)`. */
export class StatementRun implements Submittable {
  readonly #run: Run;
  readonly #rows: object[] = [];
  /** A value that could not be read. PostgreSQL knows nothing of it, so that its answer is read to the end. */
  #failure: { readonly error: unknown } | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  submit({ stream }: Connection): void {
    const { bytes } = this.#run;
    // As the driver does: whoever closed the connection tells why.
    if (bytes !== undefined && stream.writable) stream.write(bytes);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      this.#rows.push(this.#run.shape.rowOf(fields));
    } catch (error) {
      this.#failure = { error };
    }
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#run.resolve(this.#rows);
    else this.#run.reject(this.#failure.error);
  }

  handleError(error: unknown): void {
    this.#run.reject(this.#failure === undefined ? error : this.#failure.error);
  }

  handleCommandComplete(): void {
    // It says how many rows there were.
  }

  // The driver calls these as well, but a planned statement gives no cause: columns are not asked for, nor a part of the rows.

  handleEmptyQuery(): void {
    this.#giveUp('EmptyQueryResponse');
  }

  handleRowDescription(): void {
    this.#giveUp('RowDescription');
  }

  handlePortalSuspended(): void {
    this.#giveUp('PortalSuspended');
  }

  handleCopyInResponse(): void {
    this.#giveUp('CopyInResponse');
  }

  handleCopyData(): void {
    this.#giveUp('CopyData');
  }

  #giveUp(answer: string): void {
    this.#run.reject(new Error(`PostgreSQL answers a prepared statement with ${answer}.`));
  }
}
