import { StoaError } from 'stoa';
import type { Context } from '../cart.gen.ts';

const variantText = 'query ($sku: ID!) { variant(sku: $sku) { money } }';

/** What a piece costs now. Throws NOT_FOUND when the shop does not sell it. */
export async function findVariantMoney(context: Context, sku: string): Promise<number> {
  const { data, errors } = await context.query(variantText, { sku });
  // Without this, an outage of the catalog would look like a variant that does not exist.
  if (errors !== undefined && errors.length > 0)
    throw new AggregateError(errors, `the shop does not say what a variant costs: ${errors[0]?.message}`);
  if (data?.variant == null) throw new StoaError('NOT_FOUND', { text: 'rules.noVariant' });
  return data.variant.money;
}
