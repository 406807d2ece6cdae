import { Head, type Page, usePage, useShop } from 'stoa';
import type { HomeTitleProps, Layout } from '../../catalog.gen.ts';
import { titleOf } from '../../src/list-title.ts';
import { idInCursor } from '../../src/product-cursor.ts';
import { longestSearch } from '../../src/search-terms.ts';
import styles from './HomeTitle.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 5 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** Apart from the list, so that the page says what it is even when there is no list to show. */
export default function HomeTitle({ home }: HomeTitleProps) {
  const { query: parameters } = usePage();
  const { name } = useShop();
  const search = parameters.search?.trim() ?? '';
  const problem = problemOf(parameters);
  const isWhole = search === '' && parameters.after === undefined;
  return (
    <>
      <Head
        // The list says which page it is.
        title={parameters.after === undefined ? titleOf(name, search) : undefined}
        description="Supplements, teas and good food, described plainly and reviewed by those who bought them."
        canonical={isWhole ? (home ?? '/') : undefined}
      />
      <h1 className={styles.title}>{search === '' ? 'Good things for every day' : `Results for “${search}”`}</h1>
      {problem !== undefined && (
        <p className={styles.problem}>
          {problem} <a href={home ?? '/'}>See all products</a>
        </p>
      )}
    </>
  );
}

/** Why an address that was changed or cut off has no list: the field `products` refuses it. */
function problemOf({ after, search = '' }: Page['query']): string | undefined {
  if (search.length > longestSearch) return `A search has at most ${longestSearch} characters.`;
  return after === undefined || idInCursor(after) !== undefined ? undefined : 'The list does not have this page.';
}
