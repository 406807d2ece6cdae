import type { Context } from '../catalog.gen.ts';
import { translationLocale } from './product-statement.ts';
import { findProducts, type ProductRow, readNewest } from './product-store.ts';

const most = 4;
/** What was bought most may be hidden or gone by now. */
const lookedUp = 20;
// A row of one or two looks like a shop that sells nothing.
const least = 3;

/** The best sellers, or the newest products where too few were bought of late. None where there are too few of both. */
export async function highlights(context: Context) {
  const best = await bestSellers(context);
  if (best.length >= least) return { kind: 'BEST_SELLERS' as const, products: best };
  const newest = await readNewest<ProductRow>(context.database, [most], translationLocale(context));
  return { kind: 'NEW' as const, products: newest.length >= least ? newest : [] };
}

/** The products of which most was bought, as far as other extensions say. Without an answer there are none. */
async function bestSellers(context: Context): Promise<readonly ProductRow[]> {
  const { data } = await context.query('{ soldProducts { productId quantity } }');
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of data?.soldProducts ?? [])
    pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  const best = [...pieces].toSorted(([, one], [, other]) => other - one).map(([productId]) => productId);
  if (best.length === 0) return [];
  const found = await findProducts(context.database, best.slice(0, lookedUp), translationLocale(context));
  return found.flatMap((product) => (product?.published ? [product] : [])).slice(0, most);
}
