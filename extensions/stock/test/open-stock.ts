import { openExtension, type TestExtension } from 'stoa/testing';

/** An extension that gives the fields of stock, and a look into its books. */
export interface OpenStock extends Pick<TestExtension, 'ask' | 'graphql' | 'token' | 'close'> {
  /** Forgets all orders, and counts these SKUs alone. */
  reset(levels: Readonly<Record<string, number>>): Promise<void>;
  count(sku: string, onHand: number): Promise<void>;
  /** By SKU. */
  levels(): Promise<readonly { readonly sku: string; readonly on_hand: number; readonly reserved: number }[]>;
  /** The ids of the orders that it knows. */
  orders(): Promise<readonly string[]>;
  /** Gives back what is held for too long. */
  endExpired(): Promise<void>;
}

/** What every stock is opened with: no pieces on hand, and a stand-in catalog with a product of three variants. */
export const options = {
  seed: false,
  mocks: { Product: { variants: [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }] } },
};

export async function openStock() {
  const stock = await openExtension('stock', options);
  const { database } = stock;
  const count = async (sku: string, onHand: number) => {
    const text = 'insert into level (sku, on_hand) values ($1, $2) on conflict (sku) do update set on_hand = $2';
    await database.query(text, [sku, onHand]);
  };
  const levels: OpenStock['levels'] = () => database.query('select sku, on_hand, reserved from level order by sku');
  return {
    ...stock,
    count,
    levels,
    reset: async (pieces: Readonly<Record<string, number>>) => {
      for (const table of ['return_note', 'hold_line', 'hold', 'level']) await database.query(`delete from ${table}`);
      for (const [sku, onHand] of Object.entries(pieces)) await count(sku, onHand);
    },
    orders: async () =>
      (await database.query<{ order_id: string }>('select order_id from hold')).map(({ order_id }) => order_id),
    endExpired: () => stock.runJob('endExpired'),
  };
}

export interface Answer {
  readonly answer?: { readonly state: string };
  readonly code?: unknown;
}

/** The internal mutations, asked as another extension does. */
export function callsOf(stock: OpenStock) {
  const ask = async (document: string, variables: Record<string, unknown>): Promise<Answer> => {
    const { data, errors } = await stock.ask<{ answer: { state: string } }>(document, variables);
    return data ?? { code: errors?.[0]?.extensions?.code };
  };
  return {
    hold: (order: string, lines: object[], until = '2999-01-01T00:00:00Z') => ask(holdText, { order, lines, until }),
    commit: (order: string) => ask(commitText, { order }),
    release: (order: string, forGood = false) => ask(releaseText, { order, forGood }),
    giveBack: (order: string, key: string, lines: object[]) => ask(returnText, { order, key, lines }),
  };
}

const holdText = `mutation ($order: ID!, $lines: [StockLineInput!]!, $until: String!) {
  answer: holdStock(order: $order, lines: $lines, until: $until) { order state missing } }`;
const commitText = 'mutation ($order: ID!) { answer: commitStock(order: $order) { state missing } }';
const releaseText = `mutation ($order: ID!, $forGood: Boolean) {
  answer: releaseStock(order: $order, forGood: $forGood) { state missing } }`;
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
