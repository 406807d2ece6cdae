import { Head, usePage, useShop, useText } from 'stoa';
import type { HomeTitleProps, Layout, Texts } from '../../catalog.gen.ts';
import { listAddress } from '../../src/list-address.ts';
import { ListProblem } from '../../src/list-problem.tsx';
import { titleOf } from '../../src/list-title.ts';
import { pageInAddress } from '../../src/page-number.ts';
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
  const { after, page = '1' } = parameters;
  const list = home ?? '/';
  const isListed = search === '' && after === undefined;
  return (
    <>
      <Head
        // The list says which page it is.
        title={after === undefined && page === '1' ? titleOf(text, { shop, search }) : undefined}
        description={text.plain('list.about')}
        canonical={isListed ? listAddress(list, { page: pageInAddress(page) ?? 1 }) : undefined}
      />
      <h1 className={styles.title}>{search === '' ? text('list.heading') : text('search.results', { search })}</h1>
      <ListProblem parameters={parameters} list={list} />
    </>
  );
}
