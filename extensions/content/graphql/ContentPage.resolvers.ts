import { pageAddress } from 'stoa';
import type { Resolvers } from '../content.gen.ts';
import { plainParagraphs } from '../src/plain-paragraphs.ts';
import { type PageRow, readPages } from '../src/read-pages.ts';
import { setPageText } from '../src/set-page-text.ts';

/** What a confirmation of an order carries. */
const inMails: ReadonlySet<string> = new Set(['terms', 'withdrawal']);

export default {
  Query: {
    contentPage: async (_root, { slug }, context) =>
      (await readPages(context)).find((page) => page.slug === slug) ?? null,
    contentPages: (_root, _args, context) => readPages(context),
    orderMailTexts: async (_root, { locale }, { database, shop }) =>
      (await readPages({ database, shop, locale }))
        .filter(({ slug }) => inMails.has(slug))
        .map(({ title, markdown }) => ({ title, paragraphs: plainParagraphs(markdown) })),
  },
  Mutation: {
    setPageText: (_root, input, { database }) => setPageText(database, input),
  },
  ContentPage: {
    url: ({ slug }, _args, context) => pageAddress(context, () => context.url('contentPage', { slug })),
  },
} satisfies Resolvers<{ ContentPage: PageRow }>;
