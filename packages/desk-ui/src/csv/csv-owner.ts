import type { Database, Transaction } from 'stoa';

/** The values of a line, as texts, by the names of their columns. */
export type CsvFields = Readonly<Record<string, string>>;

export interface CsvChange {
  readonly line: number;
  readonly sku: string;
  /** What the line has. */
  readonly given: CsvFields;
  /** Undefined for what is new. */
  readonly from: CsvFields | undefined;
  readonly to: CsvFields;
}

/** What is wrong in a line. */
export interface CsvProblem {
  readonly line: number;
  /** The name of the column. */
  readonly field: string;
  readonly value: string;
  /** In the language of the person. Default: that the column does not take the value. */
  readonly why?: string | undefined;
}

/** What a kind of CSV file has, and what it changes. Each line is known by its column `sku`. */
export interface CsvOwner {
  readonly columns: readonly string[];
  /** Columns that a file must have. */
  readonly required: readonly string[];
  /** The table of the extension in which uploaded files are kept. */
  readonly keptIn: string;
  /** What the file is about where there are several, such as the id of a price list. */
  readonly subject?: string;
  /** A value in the form that `known` has, for spreadsheets write numbers in ways of their own. */
  readonly read?: (column: string, value: string) => string;
  /** Locks what the lines change, or throws a StoaError. It is called before `known` when the file is applied. */
  lock(transaction: Transaction, skus: readonly string[]): Promise<unknown>;
  /** What is there of these SKUs, each with its `sku`. */
  known(database: Database, skus: readonly string[]): Promise<readonly CsvFields[]>;
  /** What a line makes of what is there. A column that the line does not have stays as it is. */
  change(from: CsvFields | undefined, given: CsvFields): CsvFields;
  /** What is wrong with the changes. With one error, nothing is written. */
  problems(database: Database, changes: readonly CsvChange[]): Promise<readonly CsvProblem[]> | readonly CsvProblem[];
  /** Writes the changes, of which there is at least one, and the audit trail. */
  write(transaction: Transaction, changes: readonly CsvChange[]): Promise<void>;
}
