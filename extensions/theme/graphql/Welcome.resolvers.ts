import type { Resolvers } from '../theme.gen.ts';

export default {
  Query: {
    welcome(_root, _args, { locale, settings: { welcome, picture }, shop }) {
      const shown = [locale, ...shop.locales.slice(0, 1)].find((each) => each in welcome);
      const words = shown === undefined ? undefined : welcome[shown];
      return { title: words?.title ?? null, about: words?.about ?? null, locale: shown ?? null, picture };
    },
  },
} satisfies Resolvers;
