import { expect } from 'chai';
import { shopIn } from '#config';

describe('shop facts in a locale', () => {
  const shop = {
    name: 'Stoa',
    tagline: 'Good things',
    taglines: { de: 'Gutes', 'de-CH': 'Gutes, gell' },
    locale: 'en-IE',
    locales: ['en-IE', 'de-AT', 'de-CH', 'ar'],
    direction: 'ltr',
    currency: 'EUR',
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
