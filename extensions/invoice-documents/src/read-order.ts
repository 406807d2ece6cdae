import type { QueryResult } from 'stoa';
import type { Context } from '../invoice-documents.gen.ts';

/** What requests and subscribers both have. */
export type AnyContext = Pick<Context, 'database' | 'query' | 'settings' | 'shop'>;

/** The order, for those who may see its page. Null for others. Throws when orders do not answer. */
export async function readOrder({ query }: Pick<Context, 'query'>, id: string, key?: string | null) {
  const text = `query ($id: ID!, $key: String) {
    order(id: $id, key: $key) {
      id number invoiceNumber placedAt sentAt locale name deliveryLabel paymentMethod paymentLabel
      address { name addition street postcode city region country }
      lines { sku name label quantity unit gross rate }
      totals { goods reduction delivery fees total refunded reductions { label amount } taxes { rate net tax } }
    }
  }`;
  return dataOf(await query(text, { id, key: key ?? null })).order;
}

/** The same for subscribers, which have no buyer. */
export async function readAnyOrder({ query }: Pick<AnyContext, 'query'>, id: string) {
  const text = `query ($id: ID!) {
    anyOrder(id: $id) {
      id number state invoiceNumber placedAt address { country } totals { total refunded taxes { rate net tax } }
    }
  }`;
  return dataOf(await query(text, { id })).anyOrder;
}

export type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
export type AnyOrder = NonNullable<Awaited<ReturnType<typeof readAnyOrder>>>;
export type Tax = AnyOrder['totals']['taxes'][number];

function dataOf<Data>({ data, errors }: QueryResult<Data>): Data {
  if (data == null || errors !== undefined)
    throw new AggregateError(errors ?? [], errors?.[0]?.message ?? 'There is no answer.');
  return data;
}
