/** Where a parcel may go, as in ISO 3166. Whether it does is for the ways of delivery to say. */
export const addressCountries =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Codes and names, in the order of the names. */
export function countriesIn(
  locale: string,
  codes: readonly string[],
): readonly { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return [...new Set(codes)]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name));
}

/** A form may come back with a text that is no code. */
export function nameOfCountry(locale: string, code: string): string {
  const isCode = /^[A-Z]{2}$/.test(code);
  return (isCode ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : undefined) ?? code;
}
