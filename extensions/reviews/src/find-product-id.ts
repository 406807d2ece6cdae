import { StoaError } from 'stoa';
import type { Context } from '../reviews.gen.ts';

const productText = 'query ($id: ID!) { product(id: $id) { productId } }';

/** Asks the shop for the product, and returns its id as its owner spells it. Throws NOT_FOUND when there is none. */
export async function findProductId(context: Context, id: string): Promise<string> {
  const { data, errors } = await context.query(productText, { id });
  // Without this, an outage of the catalog would look like a product that does not exist.
  if (errors !== undefined && errors.length > 0)
    throw new AggregateError(errors, `the shop does not say whether it has a product: ${errors[0]?.message}`);
  if (data?.product == null)
    throw new StoaError('NOT_FOUND', { text: 'rules.noProduct', values: { id: JSON.stringify(id) } });
  return data.product.productId;
}
