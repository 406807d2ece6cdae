import type { Shop } from 'stoa';

/** The `lang` of elements with a product's words: undefined where they are in the language of the page. */
export function langOf(
  product: { readonly locale: string | null },
  { locale, locales }: Pick<Shop, 'locale' | 'locales'>,
): string | undefined {
  const own = product.locale ?? locales[0];
  return own === locale ? undefined : own;
}
