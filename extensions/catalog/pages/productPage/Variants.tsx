import { Area, useFormat, useText } from 'stoa';
import type { Layout, Texts, VariantsProps } from '../../catalog.gen.ts';
import styles from './Variants.module.css';

/** After all others, so that its style knows whether one of them is a form. */
export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 100 };
export const areas = ['variantPrice'];
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { variants { sku label money } } }
`;

/** The sizes of a product. A form in the same area offers them for choice, and takes the place of this list. */
export default function Variants({ product }: VariantsProps) {
  const format = useFormat();
  const text = useText<Texts>();
  if (product === null || product.variants.length < 2) return null;
  return (
    <section className={styles.variants} aria-labelledby="variants">
      <h2 id="variants" className={styles.title}>
        {text('product.variants')}
      </h2>
      <ul className={styles.list}>
        {product.variants.map((variant) => (
          <li key={variant.sku} className={styles.variant}>
            <span>{variant.label ?? variant.sku}</span>{' '}
            <span className={styles.price}>
              <span>{format.money(variant.money)}</span>
              <Area id="variantPrice" item={variant} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
