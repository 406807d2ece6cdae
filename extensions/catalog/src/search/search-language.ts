const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The name that PostgreSQL gives the language of a locale, such as `german` for `de-AT`. Not every language is one of
 * its text search configurations.
 */
export function searchLanguage(locale: string): string {
  const name = languageNames.of(new Intl.Locale(locale).language) ?? '';
  // "Norwegian Bokmål" is Norwegian.
  return (name.split(' ')[0] ?? '').toLowerCase();
}
