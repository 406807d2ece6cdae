import type { TestGateway } from './start-gateway.ts';

/** What extensions keep for a while, and ask for again after it: the tree of categories, and the pages of the footer. */
const kept = /from category order by place|from page_text/;

/** The extensions of the statements since the last call, sorted, without those for what is kept. */
export function askedOf(shop: TestGateway): readonly string[] {
  const asked = shop.takeQueries().filter(({ text }) => !kept.test(text));
  return asked.map(({ extension }) => extension).toSorted();
}
