import { Area, useText } from 'stoa';
import type { Layout, Texts } from '../../catalog.gen.ts';
import styles from './ProductFrame.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['productPageTop', 'productBuyBox'];

/** Where things are on a product's page. It asks for nothing, so that nothing can take all areas away at once. */
export default function ProductFrame() {
  const text = useText<Texts>();
  return (
    <>
      <div className={styles.top}>
        <div className={styles.parts}>
          <Area id="productPageTop" />
          <div className={styles.buyBox}>
            <Area id="productBuyBox" />
          </div>
          <aside className={styles.sidebar} aria-label={text.plain('product.goodToKnow')}>
            <Area id="sidebar" />
          </aside>
        </div>
      </div>
      <div className={styles.bottom}>
        <Area id="productPageBottom" />
      </div>
    </>
  );
}
