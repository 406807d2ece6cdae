import { contentValue, type VariantContent } from './variant-content.ts';

/** What a variant has beside its product. */
export interface VariantPart {
  readonly sku: string;
  readonly label: string | null;
  /** Null for the first one, which costs what the product does. */
  readonly price: number | null;
  /** That of the first one is in its product, too. */
  readonly content: VariantContent | null;
}

/** The variant `v` as one value, with its label in a locale. */
export function partText(locale: string): string {
  return `json_build_object('sku', v.sku, 'label', coalesce(name_in(v.labels, ${locale}), v.label), 'price', v.price_cents,
    'content', ${contentValue})`;
}

/** Reads the variants of the product `shown` of the outer statement as one value, in order. */
export function variantsText(locale: string): string {
  return `select json_agg(${partText(locale)} order by v.place) from product_variant v
    where v.product_id = shown.product_id`;
}
