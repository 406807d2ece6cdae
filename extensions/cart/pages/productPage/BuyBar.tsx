import { Area, useFormat, useText } from 'stoa';
import type { BuyBarProps, Layout, Texts } from '../../cart.gen.ts';
import styles from './BuyBar.module.css';

/** Last on the page, where it sticks to the end of a phone's window. */
export const layout: Layout = { areaId: 'content', sortOrder: 100 };
export const areas = ['variantPrice'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { variants { sku money } }
    action: url(routeId: "addToCart")
  }
`;

/** Prices and button of the form of `BuyForm` once more, for a phone on which that is out of sight. */
export default function BuyBar({ product, action }: BuyBarProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const [cheapest] = product?.variants.toSorted((one, other) => one.money - other.money) ?? [];
  if (action === null || cheapest === undefined) return null;
  const price = money(cheapest.money);
  const isOnePrice = product?.variants.every((variant) => variant.money === cheapest.money);
  return (
    <div className={styles.bar}>
      <div>
        <p className={styles.price}>{isOnePrice ? price : text('buy.from', { price })}</p>
        <Area id="variantPrice" item={cheapest} />
      </div>
      <button type="submit" form="buy">
        {text('buy.add')}
      </button>
    </div>
  );
}
