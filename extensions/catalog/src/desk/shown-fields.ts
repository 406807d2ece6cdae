import { moneyText } from '@stoa/desk-ui';
import type { DeskProduct } from './read-product.ts';

type Words = 'name' | 'description' | 'keywords' | 'slug' | 'image';
type Shown = Pick<DeskProduct, Words | 'category' | 'money' | 'taxClass' | 'published'>;

/** What the form of a product has in its fields. */
export function shownFields(product: Shown) {
  const { name, description, keywords, slug, category, money, taxClass, published, image } = product;
  return {
    ...{ name, description: description ?? '', keywords: keywords ?? '', slug: slug ?? '', category: category ?? '' },
    ...{ price: moneyText(money), taxClass, published: String(published), image: image ?? '' },
  };
}
