/** Where a parcel may go, as in ISO 3166. Whether it does is for the ways of delivery to say. */
const codes = 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Codes and names, in the order of the names. */
export function countriesIn(locale: string, own: string): readonly { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return [...new Set([...codes, own])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name));
}
