import { Head, usePage, useShop, useText } from 'stoa';
import type { Layout, Texts, WelcomeProps } from '../../theme.gen.ts';
import styles from './Welcome.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 0 };
export const query = /* GraphQL */ `
  query { homePicture }
`;

/** What the shop is, with one picture. Not before a search, or a later page of a list. */
export default function Welcome({ homePicture }: WelcomeProps) {
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
      {homePicture !== null && (
        <img className={styles.picture} src={homePicture} alt="" width={1200} height={800} fetchPriority="high" />
      )}
    </div>
  );
}
