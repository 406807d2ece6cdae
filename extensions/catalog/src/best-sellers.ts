import type { Context } from '../catalog.gen.ts';
import { translationLocale } from './product-statement.ts';
import { findProducts, type ProductRow } from './product-store.ts';

const most = 4;

/** The products of which most was bought, as far as other extensions say. Without an answer there are none. */
export async function bestSellers(context: Context): Promise<readonly ProductRow[]> {
  const { data } = await context.query('{ soldProducts { productId quantity } }');
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of data?.soldProducts ?? [])
    pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  const best = [...pieces].toSorted(([, one], [, other]) => other - one).map(([productId]) => productId);
  const found = await findProducts(context.database, best.slice(0, most), translationLocale(context));
  return found.filter((product) => product !== null);
}
