import { useShop } from 'stoa';

/** What a country is called in the language of the page, by its code. */
export function useCountryName(): (country: string) => string {
  const names = new Intl.DisplayNames(useShop().locale, { type: 'region' });
  return (country) => names.of(country) ?? country;
}
