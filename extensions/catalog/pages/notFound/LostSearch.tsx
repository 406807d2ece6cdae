import { useText } from 'stoa';
import type { Layout, LostSearchProps, Texts } from '../../catalog.gen.ts';
import { SearchForm } from '../../src/search/search-form.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** Where nothing is, a search helps most. */
export default function LostSearch({ home }: LostSearchProps) {
  const text = useText<Texts>();
  return <SearchForm id="lost-search" action={home ?? '/'} label={text.plain('search.lost')} />;
}
