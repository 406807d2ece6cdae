import { Head, usePage, useShop, useText } from 'stoa';
import type { Layout, Texts, WelcomeProps } from '../../theme.gen.ts';
import styles from './Welcome.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 0 };
export const query = /* GraphQL */ `
  query { welcome { title about locale picture } }
`;

const drawn = '/assets/theme/welcome';

/** What the shop is, with one picture. Not before a search, a filter, or a later page of a list. */
export default function Welcome({ welcome }: WelcomeProps) {
  const { search = '', page, after, filter } = usePage().query;
  const { name, tagline } = useShop();
  const text = useText<Texts>();
  if (search.trim() !== '' || [page, after, filter].some((part) => part !== undefined)) return null;
  const lang = welcome?.locale ?? undefined;
  const about = welcome?.about ?? text.plain('home.about');
  const picture = welcome?.picture ?? `${drawn}.svg`;
  return (
    <div className={styles.welcome}>
      <Head
        title={tagline === undefined ? name : `${name}: ${tagline}`}
        description={about}
        image={picture === `${drawn}.svg` ? `${drawn}.png` : picture}
      />
      <div lang={lang}>
        <h1 className={styles.title}>{welcome?.title ?? text('home.title')}</h1>
        <p className={styles.about}>{about}</p>
      </div>
      <img className={styles.picture} src={picture} alt="" width={1200} height={800} fetchPriority="high" />
    </div>
  );
}
