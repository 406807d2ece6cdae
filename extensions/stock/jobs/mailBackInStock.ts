import { findBack, takeSome } from '../src/request-store.ts';
import type { Context, JobOf } from '../stock.gen.ts';

const soldText = 'query ($skus: [ID!]!) { variants(skus: $skus) { sku } }';

/** One mail for each confirmed request whose SKU can be bought again. Mails and marks are one transaction. */
const mailBackInStock: JobOf<'mailBackInStock'> = async (_input, { database, query, signal }) => {
  const skus = await findSold(query, await findBack(database));
  const sendSome = () =>
    database.transaction(async (transaction) => {
      const requests = await takeSome(transaction, skus);
      for (const { email, locale, productName: product, address, forget } of requests)
        await transaction.mail('back-in-stock', { to: email, locale, props: { product, address, forget } });
      return requests.length > 0;
    });
  while (skus.length > 0 && (await sendSome())) signal.throwIfAborted();
};

/** Those that the shop sells now: a product may be a draft until all of a delivery is counted. */
async function findSold(query: Context['query'], skus: readonly string[]): Promise<readonly string[]> {
  if (skus.length === 0) return [];
  const { data, errors } = await query(soldText, { skus });
  if (data == null || errors !== undefined) throw new Error(errors?.[0]?.message ?? 'There is no answer.');
  return skus.filter((_sku, place) => data.variants[place] != null);
}

export default mailBackInStock;
