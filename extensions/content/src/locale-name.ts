import { useShop } from 'stoa';

/** What a locale is called in the language of the page. */
export function useLocaleName(): (locale: string) => string {
  const names = new Intl.DisplayNames(useShop().locale, { type: 'language' });
  return (locale) => names.of(locale) ?? locale;
}
