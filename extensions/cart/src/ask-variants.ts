import { StoaError } from 'stoa';
import type { Context } from '../cart.gen.ts';

/** An operation may have thirty aliases. */
const atOnce = 25;

type Answer = Readonly<Record<string, { readonly money: number } | null>>;

/** What a piece costs now. Throws NOT_FOUND when the shop does not sell it. */
export async function findVariantMoney(context: Context, sku: string): Promise<number> {
  const [variant] = await askVariants(context, [sku]);
  if (variant == null) throw new StoaError('NOT_FOUND', { text: 'rules.noVariant' });
  return variant.money;
}

/**
 * One reference for each variant that the shop sells, in order, and null for the others. A reference to one that is not
 * sold would be an error at each of its fields.
 */
export async function findSold(
  context: Context,
  skus: readonly string[],
): Promise<readonly ({ sku: string } | null)[]> {
  const wanted = [...new Set(skus)];
  const answers = await askVariants(context, wanted);
  const sold = new Set(wanted.filter((_sku, place) => answers[place] != null));
  return skus.map((sku) => (sold.has(sku) ? { sku } : null));
}

async function askVariants(context: Context, skus: readonly string[]): Promise<readonly Answer[string][]> {
  const parts = [];
  for (let from = 0; from < skus.length; from += atOnce) parts.push(askSome(context, skus.slice(from, from + atOnce)));
  return (await Promise.all(parts)).flat();
}

async function askSome(context: Context, skus: readonly string[]): Promise<readonly Answer[string][]> {
  const names = skus.map((_sku, place) => `v${place}`);
  const text = `query (${names.map((name) => `$${name}: ID!`)}) {
    ${names.map((name) => `${name}: variant(sku: $${name}) { money }`).join('\n')}
  }`;
  const values = Object.fromEntries(skus.map((sku, place) => [`v${place}`, sku]));
  const { data, errors } = await context.query<Answer>(text, values);
  // Without this, an outage of the catalog would look like variants that do not exist.
  if (data == null || (errors !== undefined && errors.length > 0))
    throw new AggregateError(errors ?? [], `the shop does not say what it sells: ${errors?.[0]?.message}`);
  return names.map((name) => data[name] ?? null);
}
