import type { Context } from '../reviews.gen.ts';
import { ReviewRefusal } from './review-refusal.ts';

const productText = 'query ($id: ID!) { product(id: $id) { productId } }';

/** Queries the product, and returns its id as its owner spells it. Throws NOT_FOUND when there is none. */
export async function findProductId(context: Context, id: string): Promise<string> {
  const { data, errors } = await context.query(productText, { id });
  if (errors !== undefined && errors.length > 0)
    throw new AggregateError(
      errors,
      `the shop does not say whether it has a product: ${errors.map((e) => e.message).join('; ')}`,
    );
  if (data?.product == null) throw new ReviewRefusal('NOT_FOUND', `There is no product ${JSON.stringify(id)}.`);
  return data.product.productId;
}
