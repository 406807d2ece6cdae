import { expect } from 'chai';
import { formatOf } from '../../src/extension-format.ts';

describe('money in the smallest unit of a currency', () => {
  for (const [locale, currency, units, written] of [
    ['en-IE', 'EUR', 1290, '€12.90'],
    ['en-US', 'USD', -5, '-$0.05'],
    ['en-US', 'JPY', 1290, '¥1,290'],
    ['en-US', 'KWD', 1290, 'KWD\u00A01.290'],
  ] as const)
    it(`writes ${units} ${currency} as ${written}`, () => {
      expect(formatOf({ locale, currency, timeZone: 'UTC' }).money(units)).to.equal(written);
    });
});
