import type { Context, Database } from 'stoa';
import { contentValue } from './variant-content.ts';

/** Whether shoppers see a product now: it is neither a draft nor hidden. Null for a draft without a time. */
export const isShown = 'shown_from <= now() and shown_until > now()';

const columns = `product_id::text as "productId", name, price_cents as money,
  price_cents as "baseMoney", tax_class as "taxClass",
  ${contentValue} as content, category_id::text as "categoryId", description, sku, image, image_alt as "imageAlt", slug,
  coalesce(${isShown}, false) as published,
  case when rating_count > 0 then
    json_build_object('average', round(rating_sum::numeric / rating_count, 1), 'count', rating_count) end as rating`;

/** Reads rows with the columns of a product, in a locale or, if that is undefined, in the shop's default. */
export type ReadProducts = <Row extends object>(
  database: Database,
  values: readonly unknown[],
  locale: string | undefined,
) => Promise<readonly Row[]>;

/**
 * A statement about products. In another locale than the default it joins their translations, by one parameter more
 * than `parameters`. `locale` is an expression for it.
 */
export function productStatement(
  parameters: number,
  text: (columns: string, products: string, locale: string) => string,
): ReadProducts {
  const rated = (products: string) => `(${products} left join product_rating using (product_id))`;
  const own = text(`${columns}, null as locale`, rated('product'), 'null::text');
  const parameter = `$${parameters + 1}::text`;
  const translated = text(`${columns}, locale`, rated(`products_in(${parameter})`), parameter);
  return (database, values, locale) =>
    locale === undefined ? database.query(own, values) : database.query(translated, [...values, locale]);
}

/** The locale whose translations an answer has. Undefined for the shop's default, in which products are written. */
export function translationLocale({ locale, shop }: Pick<Context, 'locale' | 'shop'>): string | undefined {
  return locale === shop.locales[0] ? undefined : locale;
}
