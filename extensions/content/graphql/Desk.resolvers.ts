import type { Part } from 'stoa';
import type { Resolvers } from '../content.gen.ts';
import { type DeskContent, readDeskContents } from '../src/desk-contents.ts';
import { pageUrl } from '../src/page-url.ts';

export default {
  Query: {
    deskContents: (_root, _args, context) => readDeskContents(context),
    deskContent: async (_root, { slug }, context) =>
      (await readDeskContents(context)).find((page) => page.slug === slug) ?? null,
  },
  DeskContent: {
    url: ({ slug, texts }, _args, context) =>
      texts.some(({ version }) => version !== '') ? pageUrl(context, 'contentPage', slug) : null,
    deskUrl: ({ slug }, _args, context) => pageUrl(context, 'deskContentPage', slug),
  },
} satisfies Part<Resolvers<{ DeskContent: DeskContent }>>;
