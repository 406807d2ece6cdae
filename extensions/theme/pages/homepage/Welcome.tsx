import { Head, usePage, useShop, useText } from 'stoa';
import type { Layout, Texts } from '../../theme.gen.ts';
import styles from './Welcome.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 0 };

/**
 * What the shop is, with one picture. Not before a search, or a later page of a list. It asks for nothing: without its
 * products, the page is away, and not half there.
 */
export default function Welcome() {
  const { search = '', page, after } = usePage().query;
  const { name, tagline } = useShop();
  const text = useText<Texts>();
  if (search.trim() !== '' || page !== undefined || after !== undefined) return null;
  return (
    <div className={styles.welcome}>
      <Head title={tagline === undefined ? name : `${name}: ${tagline}`} description={text.plain('home.about')} />
      <div>
        <h1 className={styles.title}>{text('home.title')}</h1>
        <p className={styles.about}>{text('home.about')}</p>
      </div>
      <img
        className={styles.picture}
        src="/assets/theme/welcome.svg"
        alt=""
        width={1200}
        height={800}
        fetchPriority="high"
      />
    </div>
  );
}
