import { usePage, useText } from 'stoa';
import type { Layout, SearchProps, Texts } from '../../catalog.gen.ts';
import { SearchForm } from '../../src/search/search-form.tsx';

export const layout: Layout = { areaId: 'headerSearch', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

export default function Search({ home }: SearchProps) {
  const { search } = usePage().query;
  const text = useText<Texts>();
  const words = { label: text.plain('search.label'), placeholder: text.plain('search.word') };
  return <SearchForm id="search" action={home ?? '/'} {...words} searched={search} />;
}
