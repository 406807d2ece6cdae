import { openExtension, type TestExtension } from 'stoa/testing';

/** Stock alone, without pieces on hand, and a stand-in catalog with a product of three variants. */
export async function openStock(): Promise<TestExtension> {
  return await openExtension('stock', {
    seed: false,
    mocks: { Product: { variants: [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }] } },
  });
}

export interface Answer {
  readonly answer?: { readonly state: string };
  readonly code?: unknown;
}

/** The internal mutations, asked as another extension does. */
export function callsOf(stock: TestExtension) {
  const ask = async (document: string, variables: Record<string, unknown>): Promise<Answer> => {
    const { data, errors } = await stock.ask<{ answer: { state: string } }>(document, variables);
    return data ?? { code: errors?.[0]?.extensions?.code };
  };
  return {
    reset: async (levels: Readonly<Record<string, number>>) => {
      for (const table of ['return_note', 'hold_line', 'hold', 'level'])
        await stock.database.query(`delete from ${table}`);
      const values = [Object.keys(levels), Object.values(levels)];
      await stock.database.query(
        'insert into level (sku, on_hand) select * from unnest($1::text[], $2::integer[])',
        values,
      );
    },
    hold: (order: string, lines: object[], until = '2999-01-01T00:00:00Z') => ask(holdText, { order, lines, until }),
    commit: (order: string) => ask(commitText, { order }),
    release: (order: string) => ask(releaseText, { order }),
    giveBack: (order: string, key: string, lines: object[]) => ask(returnText, { order, key, lines }),
    levels: () => stock.database.query('select sku, on_hand, reserved from level order by sku'),
  };
}

const holdText = `mutation ($order: ID!, $lines: [StockLineInput!]!, $until: String!) {
  answer: holdStock(order: $order, lines: $lines, until: $until) { order state missing } }`;
const commitText = 'mutation ($order: ID!) { answer: commitStock(order: $order) { state missing } }';
const releaseText = 'mutation ($order: ID!) { answer: releaseStock(order: $order) { state missing } }';
const returnText = `mutation ($order: ID!, $key: ID!, $lines: [StockLineInput!]!) {
  answer: returnStock(order: $order, key: $key, lines: $lines) }`;

const busy: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'EXTENSION_TIMEOUT']);

/**
 * All calls at once. A gateway refuses some of very many: those are asked again when the others are through, as orders
 * does. A deadlock has another code, and stays.
 */
export async function atOnce(calls: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
  const answers = await Promise.all(calls.map((call) => call()));
  const isBusy = ({ code }: Answer) => busy.has(code);
  if (answers.every(isBusy)) return answers;
  const again = await (answers.some(isBusy)
    ? atOnce(calls.filter((_call, index) => busy.has(answers[index]?.code)))
    : Promise.resolve([]));
  const later = again.values();
  return answers.map((answer) => (isBusy(answer) ? (later.next().value ?? answer) : answer));
}
