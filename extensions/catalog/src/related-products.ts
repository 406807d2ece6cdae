import type { Resolver } from 'stoa';
import type { Context } from '../catalog.gen.ts';
import { translationLocale } from './product-statement.ts';
import { findProductAt, findWithRelated, listRelated, type ProductRow } from './product-store.ts';
import { shownTo } from './shown-to.ts';

const readTogether: ReadonlySet<string> = new Set(['related', 'variants']);

type Shown = Pick<Context, 'caller' | 'database' | 'locale' | 'shop'>;

/** A product by id or slug. Its variants and related products come by the same statement when the query asks for either. */
export async function findProduct(
  context: Shown,
  id: string,
  { fieldNodes }: Pick<Parameters<Resolver>[3], 'fieldNodes'>,
): Promise<ProductRow | null> {
  const asks = fieldNodes.some(({ selectionSet }) =>
    selectionSet?.selections.some((node) => 'name' in node && readTogether.has(node.name.value)),
  );
  const find = asks ? findWithRelated : findProductAt;
  return shownTo(context.caller, await find(context.database, id, translationLocale(context)));
}

/** Other products for each product, in order. */
export async function relatedProducts(
  context: Shown,
  products: readonly ProductRow[],
): Promise<readonly (readonly ProductRow[])[]> {
  const known = products.map(({ related }) => related);
  if (known.every((related) => related !== undefined)) return known;
  const ids = products.map(({ productId }) => productId);
  return await listRelated(context.database, ids, translationLocale(context));
}
