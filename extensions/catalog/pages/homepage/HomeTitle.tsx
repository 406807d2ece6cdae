import { Head, type Layout, usePage } from 'stoa';
import { shopName } from '../../src/shop.ts';
import styles from './HomeTitle.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 5 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** Apart from the list, so that the page says what it is even when there is no list to show. */
export default function HomeTitle({ home }: { readonly home: string | null }) {
  const { query: parameters } = usePage();
  const search = parameters.search?.trim() ?? '';
  const isWhole = search === '' && parameters.after === undefined;
  return (
    <>
      <Head
        title={search === '' ? `${shopName}: supplements, teas and good food` : `“${search}” – ${shopName}`}
        description="Supplements, teas and good food, described plainly and reviewed by those who bought them."
        canonical={isWhole ? (home ?? '/') : undefined}
      />
      <h1 className={styles.title}>{search === '' ? 'Good things for every day' : `Results for “${search}”`}</h1>
    </>
  );
}
