import { Head, usePage, useText } from 'stoa';
import type { Layout, ListTitleProps, Texts } from '../../catalog.gen.ts';
import { useIsStart } from '../../src/is-start.ts';
import { listAddress, pageInAddress } from '../../src/list/list-address.ts';
import { ListProblem } from '../../src/list/list-problem.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 8 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** Apart from the list, so that the page says what it is even when there is no list to show. */
export default function ListTitle({ home }: ListTitleProps) {
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const search = parameters.search?.trim() ?? '';
  const { after, filter, page = '1' } = parameters;
  const list = home ?? '/';
  const isListed = search === '' && after === undefined && filter === undefined;
  const Heading = useIsStart() ? 'h2' : 'h1';
  return (
    <>
      <Head canonical={isListed ? listAddress(list, { page: pageInAddress(page) ?? 1 }) : undefined} />
      <Heading id="list">{search === '' ? text('shop.allProducts') : text('search.results', { search })}</Heading>
      <ListProblem parameters={parameters} list={list} />
    </>
  );
}
