import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import { ratesOf } from '../src/tax-rates.ts';

type Given = Parameters<typeof ratesOf>[0];

/** The rates in a shop with these facts. The other facts do not matter. */
function rates(country: string, vatRates: Given['settings']['vatRates'] = []) {
  return ratesOf({ settings: { vatRates }, shop: { country } as Given['shop'] });
}

describe('VAT', () => {
  const swiss = [{ country: 'CH', standard: 8.1, reduced: 2.6 }];
  for (const [what, rateOf, to, standard, reduced] of [
    ['at home', rates('IE'), 'IE', 2300, 1350],
    ['to a country of the EU with rates', rates('IE'), 'FR', 2000, 550],
    ['to one without, at the rate of the shop', rates('DE'), 'FI', 1900, 700],
    ['to one of the setting', rates('DE', [{ country: 'FI', standard: 25.5 }]), 'FI', 2550, 2550],
    ['at home, with other rates by the setting', rates('IE', [{ country: 'IE', standard: 21 }]), 'IE', 2100, 1350],
    ['by the first of two lines of a country', rates('CH', [...swiss, { country: 'CH', standard: 9 }]), 'CH', 810, 260],
    ['to Monaco, as to France', rates('IE'), 'MC', 2000, 550],
    ['to Liechtenstein, as at home in Switzerland', rates('CH', swiss), 'LI', 810, 260],
    ['to a country with rates, by a shop of the EU whose own are not known, as unknown', rates('FI'), 'DE', null, null],
    ['out of the EU, without VAT', rates('IE'), 'CH', 0, 0],
    ['within Switzerland, by the setting', rates('CH', swiss), 'CH', 810, 260],
    ['from Switzerland into the EU, without VAT', rates('CH', swiss), 'DE', 0, 0],
    ['within a country without rates, as unknown', rates('US'), 'US', null, null],
    ['from a country without rates, as unknown', rates('US'), 'DE', null, null],
    ['within the EU, of a shop whose rates are not known', rates('FI'), 'SE', null, null],
  ] as const)
    it(`is taken ${what}`, () => {
      expect([rateOf(to, 'standard'), rateOf(to, 'reduced')]).to.deep.equal([standard, reduced]);
    });

  it('is 0 for the class zero, and unknown for other classes', () => {
    expect([rates('IE')('IE', 'zero'), rates('IE')('IE', 'luxury')]).to.deep.equal([0, null]);
  });

  it('is in the note about prices where the shop has rates', async () => {
    await using shop = await openExtension('pricing', { seed: false });
    expect((await shop.graphql('{ vatIncluded }')).data).to.deep.equal({ vatIncluded: true });
    expect((await shop.page('/products/1')).html).to.contain('VAT included, delivery extra.');
    const vatRates = [{ country: 'IE', standard: 0 }];
    await using small = await openExtension('pricing', { seed: false, settings: { vatRates } });
    expect((await small.graphql('{ vatIncluded }')).data).to.deep.equal({ vatIncluded: false });
    expect((await small.page('/products/1')).html)
      .to.contain('Delivery extra.')
      .and.not.contain('VAT');
  });
});
