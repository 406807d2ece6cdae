import { expect } from 'chai';
import { formatOf } from '../../src/extension-format.ts';

describe('money in the smallest unit of a currency', () => {
  for (const [locale, currency, decimals, units, written] of [
    ['en-IE', 'EUR', 2, 1290, '€12.90'],
    ['en-US', 'USD', 2, -5, '-$0.05'],
    ['en-US', 'JPY', 0, 1290, '¥1,290'],
    ['en-US', 'KWD', 3, 1290, 'KWD\u00A01.290'],
    // Intl of some versions of Node has no decimals for it.
    ['hu-HU', 'HUF', 2, 129_050, '1290,50\u00A0Ft'],
  ] as const)
    it(`writes ${units} ${currency} as ${written}`, () => {
      expect(formatOf({ locale, currency, decimals, timeZone: 'UTC' }).money(units)).to.equal(written);
    });
});
