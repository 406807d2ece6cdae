import { type Part, pageAddress } from 'stoa';
import type { Resolvers } from '../content.gen.ts';
import { type DeskContent, readDeskContents } from '../src/desk-contents.ts';

export default {
  Query: {
    deskContents: (_root, _args, context) => readDeskContents(context),
    deskContent: async (_root, { slug }, context) =>
      (await readDeskContents(context)).find((page) => page.slug === slug) ?? null,
  },
  DeskContent: {
    url: ({ slug, texts }, _args, context) =>
      texts.some(({ version }) => version !== '')
        ? pageAddress(context, () => context.url('contentPage', { slug }))
        : null,
    deskUrl: ({ slug }, _args, context) => pageAddress(context, () => context.url('deskContentPage', { slug })),
  },
} satisfies Part<Resolvers<{ DeskContent: DeskContent }>>;
