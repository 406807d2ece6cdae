import type { Resolvers } from '../theme.gen.ts';

/** `de-AT` has the words of `de` where it has none of its own. */
function withLanguage(locale: string): readonly string[] {
  return [locale, ...locale.split('-', 1)];
}

export default {
  Query: {
    welcome(_root, _args, { locale, settings: { welcome, picture }, shop }) {
      const shown = [locale, ...shop.locales.slice(0, 1)].flatMap(withLanguage).find((each) => each in welcome);
      const words = shown === undefined ? undefined : welcome[shown];
      return { title: words?.title ?? null, about: words?.about ?? null, locale: shown ?? null, picture };
    },
  },
} satisfies Resolvers;
