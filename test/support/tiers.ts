import { parse } from 'graphql';
import { askedByDocuments } from './document-back-end.ts';
import { type ShopExtension, type ShopOptions, stitchedShop } from './stitched-shop.ts';

/** The ways in which a plan may be run. */
export const plannedTiers: Readonly<Record<string, ShopOptions>> = {
  'a plan': { compile: false },
  'a compiled plan': { compileAt: 1 },
  'a plan whose steps are documents': { backEndOf: askedByDocuments },
};

/** What a shop of these extensions answers, the second time that it is asked. */
export async function askShop(
  extensions: Readonly<Record<string, ShopExtension>>,
  query: string,
  options: ShopOptions,
) {
  const shop = stitchedShop(extensions, options);
  const document = parse(query);
  await shop.run(document);
  const { data, errors = [] } = await shop.run(document);
  return {
    data: JSON.parse(JSON.stringify(data ?? null)),
    errors: errors.map(({ path, message }) => path?.join('.') ?? message),
    calls: shop.calls,
  };
}
