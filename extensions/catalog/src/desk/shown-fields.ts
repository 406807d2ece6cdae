import { moneyText } from '@stoa/desk-ui';

interface Shown {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly keywords?: string | null | undefined;
  readonly slug?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly money: number;
  readonly taxClass: string;
  readonly published: boolean;
  readonly image?: string | null | undefined;
}

/** What the form of a product has in its fields. */
export function shownFields(product: Shown) {
  const { name, description, keywords, slug, category, money, taxClass, published, image } = product;
  return {
    ...{ name, description: description ?? '', keywords: keywords ?? '', slug: slug ?? '', category: category ?? '' },
    ...{ price: moneyText(money), taxClass, published: String(published), image: image ?? '' },
  };
}
