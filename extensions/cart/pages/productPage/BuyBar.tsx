import { useFormat, useText } from 'stoa';
import type { BuyBarProps, Layout, Texts } from '../../cart.gen.ts';
import styles from './BuyBar.module.css';

/** Last on the page, where it sticks to the end of a phone's window. */
export const layout: Layout = { areaId: 'content', sortOrder: 100 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { variants { sku money } }
    action: url(routeId: "addToCart")
  }
`;

/** Price and button of the form of `BuyForm` once more, for a phone on which that is out of sight. */
export default function BuyBar({ product, action }: BuyBarProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  if (product === null || action === null || product.variants.length === 0) return null;
  const prices = product.variants.map((variant) => variant.money);
  const price = money(Math.min(...prices));
  return (
    <div className={styles.bar}>
      <p className={styles.price}>{new Set(prices).size === 1 ? price : text('buy.from', { price })}</p>
      <button type="submit" form="buy">
        {text('buy.add')}
      </button>
    </div>
  );
}
