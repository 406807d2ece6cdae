import { expect } from 'chai';
import { shopIn } from '#config';
import { decimalsOf } from '../../src/config/shop-in.ts';

describe('shop facts in a locale', () => {
  const shop = {
    name: 'Stoa',
    tagline: 'Good things',
    taglines: { de: 'Gutes', 'de-CH': 'Gutes, gell' },
    locale: 'en-IE',
    locales: ['en-IE', 'de-AT', 'de-CH', 'ar'],
    direction: 'ltr',
    currency: 'EUR',
    decimals: 2,
    country: 'IE',
    timeZone: 'UTC',
  } as const;

  for (const [locale, tagline] of [
    ['de-CH', 'Gutes, gell'],
    ['de-AT', 'Gutes'],
    ['ar', 'Good things'],
  ] as const)
    it(`have the tagline of ${locale}, else of its language, else the default`, () => {
      expect(shopIn(shop, locale).tagline).to.equal(tagline);
    });
});

describe('decimals of a currency', () => {
  // ISO 4217. Intl of Node 26 has none for HUF, IDR and COP, and that of Node 22 had two.
  for (const [currency, decimals] of [
    ['EUR', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['JPY', 0],
    ['ISK', 0],
    ['KWD', 3],
    ['IQD', 3],
  ] as const)
    it(`are ${decimals} for ${currency}`, () => {
      expect(decimalsOf(currency)).to.equal(decimals);
    });
});
