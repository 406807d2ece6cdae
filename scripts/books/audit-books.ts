import type { Client } from 'pg';
import { checks, countedText, oversoldText } from './checks.ts';

/** Something that the books of a shop contradict each other about. */
export interface BookFinding {
  readonly code: string;
  readonly subject: string;
  readonly detail: string;
}

/** Sends one statement, as one who may read the tables of all extensions. Its rows are arrays. */
export type AskRows = (text: string, values?: readonly unknown[]) => Promise<readonly (readonly unknown[])[]>;

/** Asks through a connection. */
export function askThrough(client: Client): AskRows {
  return async (text, values = []) => {
    const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' });
    return rows;
  };
}

/** How many pieces of a SKU there were before its first order. */
export type CountedPieces = Readonly<Record<string, number>>;

/**
 * Adds up orders, stock, payments, refunds, invoices and vouchers of a shop at rest: no task waits, and no webhook is
 * on its way. Without `counted`, it cannot know whether too much was sold.
 */
export async function auditBooks(ask: AskRows, counted: CountedPieces = {}): Promise<readonly BookFinding[]> {
  const schemas = new Set(
    (await ask("select nspname from pg_namespace where nspname like 'ext_%'")).map(([name]) => name),
  );
  const has = (names: readonly string[]): boolean => names.every((name) => schemas.has(name));
  const pieces = [Object.keys(counted), Object.values(counted)];
  const findings: BookFinding[] = [];
  const note = async (code: string, text: string, values: readonly unknown[] = []): Promise<void> => {
    for (const [subject, detail] of await ask(text, values))
      findings.push({ code, subject: String(subject), detail: String(detail) });
  };
  for (const { code, of, text } of checks) if (has(of)) await note(code, text);
  if (has(['ext_stock'])) await note('PIECES_DIFFER', countedText, pieces);
  if (has(['ext_orders'])) await note('OVERSOLD', oversoldText, pieces);
  return findings;
}
