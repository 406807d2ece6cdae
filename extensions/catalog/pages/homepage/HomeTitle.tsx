import type { ReactNode } from 'react';
import { Head, type Page, type Text, usePage, useShop, useText } from 'stoa';
import type { HomeTitleProps, Layout, Texts } from '../../catalog.gen.ts';
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
  const shop = useShop();
  const text = useText<Texts>();
  const search = parameters.search?.trim() ?? '';
  const problem = problemOf(parameters, text);
  const isWhole = search === '' && parameters.after === undefined;
  return (
    <>
      <Head
        // The list says which page it is.
        title={parameters.after === undefined ? titleOf(text, { shop, search }) : undefined}
        description={text.plain('list.about')}
        canonical={isWhole ? (home ?? '/') : undefined}
      />
      <h1 className={styles.title}>{search === '' ? text('list.heading') : text('search.results', { search })}</h1>
      {problem !== undefined && (
        <p className={styles.problem}>
          {problem} <a href={home ?? '/'}>{text('shop.seeAll')}</a>
        </p>
      )}
    </>
  );
}

/** Why an address that was changed or cut off has no list: the field `products` refuses it. */
function problemOf({ after, search = '' }: Page['query'], text: Text<Texts>): ReactNode {
  if (search.length > longestSearch) return text('search.tooLong', { most: longestSearch });
  return after === undefined || idInCursor(after) !== undefined ? undefined : text('list.noPage');
}
