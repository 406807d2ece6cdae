import { useText } from 'stoa';
import type { Layout, RelatedProductsProps, Texts } from '../../catalog.gen.ts';
import { ProductCards } from '../../src/list/product-card.tsx';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 40 };
export const areas = ['productCard'];
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { related { productId name locale money content { amount unit } image url } } }
`;

/** Other products, in case this one is not the right one. */
export default function RelatedProducts({ product }: RelatedProductsProps) {
  const text = useText<Texts>();
  if (product === null || product.related.length === 0) return null;
  return (
    <nav aria-labelledby="related">
      <h2 id="related">{text('list.related')}</h2>
      <ProductCards products={product.related} level={3} inView={0} />
    </nav>
  );
}
