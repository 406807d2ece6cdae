import { findBack, takeNext } from '../src/request-store.ts';
import type { Context, JobOf } from '../stock.gen.ts';

const soldText = 'query ($skus: [ID!]!) { variants(skus: $skus) { sku } }';

/** One mail for each confirmed request whose SKU can be bought again. Mail and mark are one transaction. */
const mailBackInStock: JobOf<'mailBackInStock'> = async (_input, { database, query, signal }) => {
  const skus = await findSold(query, await findBack(database));
  const sendNext = () =>
    database.transaction(async (transaction) => {
      const request = await takeNext(transaction, skus);
      if (request === undefined) return false;
      const { email, locale, productName: product, address, forget } = request;
      await transaction.mail('back-in-stock', { to: email, locale, props: { product, address, forget } });
      return true;
    });
  while (skus.length > 0 && (await sendNext())) signal.throwIfAborted();
};

/** Those that the shop sells now: a product may be a draft until all of a delivery is counted. */
async function findSold(query: Context['query'], skus: readonly string[]): Promise<readonly string[]> {
  if (skus.length === 0) return [];
  const { data, errors } = await query(soldText, { skus });
  if (data == null || errors !== undefined) throw new Error(errors?.[0]?.message ?? 'There is no answer.');
  return skus.filter((_sku, place) => data.variants[place] != null);
}

export default mailBackInStock;
