import { addressFields, addressLines, needsPostcode, readAddress, writesState } from '@stoa/desk-ui/address';
import { addressCountries, nameOfCountry } from '@stoa/desk-ui/countries';
import { expect } from 'chai';

const address = {
  name: 'Ann Lee',
  addition: 'Lee Ltd, 3rd floor',
  street: '1 High Street',
  postcode: '12345',
  city: 'Town',
  region: 'Region',
};
const linesIn = (country: string, changes: object = {}) =>
  addressLines({ ...address, ...changes, country }, (code) => nameOfCountry('en', code));

describe('countries of addresses', () => {
  it('need a postcode, apart from those without postcodes, and Ireland', () => {
    for (const country of ['AE', 'HK', 'QA', 'IE', 'ZW']) expect(needsPostcode(country)).to.equal(false, country);
    for (const country of ['DE', 'FR', 'GB', 'US', 'SA']) expect(needsPostcode(country)).to.equal(true, country);
    expect(addressCountries.filter((country) => !needsPostcode(country))).to.have.lengthOf(64);
  });

  it('write a state, or do not', () => {
    const written = ['AE', 'AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'KR', 'MX', 'MY', 'TW', 'US'];
    expect(addressCountries.filter(writesState)).to.have.members(written);
  });
});

describe('the lines of an address', () => {
  for (const [country, locality] of [
    ['DE', ['12345 Town, Region']],
    ['IT', ['12345 Town, Region']],
    ['AE', ['12345 Town, Region']],
    ['US', ['Town Region 12345']],
    ['AU', ['Town Region 12345']],
    ['IN', ['Town Region 12345']],
    ['TW', ['Town Region 12345']],
    ['GB', ['Town, Region', '12345']],
    ['IE', ['Town, Region', '12345']],
  ] as const)
    it(`have the locality of ${country}`, () => {
      const lines = ['Ann Lee', 'Lee Ltd, 3rd floor', '1 High Street', ...locality, nameOfCountry('en', country)];
      expect(linesIn(country)).to.deep.equal(lines);
    });

  for (const nothing of [null, undefined, ''])
    it(`have no empty line and no double space where parts are ${JSON.stringify(nothing)}`, () => {
      const without = { addition: nothing, postcode: nothing, region: nothing };
      for (const [country, name] of [
        ['DE', 'Germany'],
        ['US', 'United States'],
        ['GB', 'United Kingdom'],
      ] as const)
        expect(linesIn(country, without)).to.deep.equal(['Ann Lee', '1 High Street', 'Town', name]);
      expect(linesIn('US', { region: nothing })[3]).to.equal('Town 12345');
      expect(linesIn('AE', { postcode: nothing })[3]).to.equal('Town, Region');
    });
});

describe('the fields of a form of an address', () => {
  const fieldIn = (name: string, countries: readonly string[], region?: string) =>
    addressFields(countries, region).find((field) => field.name === name);

  it('have a region where one of the countries writes a state, or one is known', () => {
    expect(fieldIn('region', ['DE', 'IE'])).to.equal(undefined);
    expect(fieldIn('region', ['DE', 'US'])).to.include({ required: false, isOptional: true });
    expect(fieldIn('region', ['CA', 'US'])).to.include({ required: true, isOptional: false });
    expect(fieldIn('region', ['DE'], 'Bavaria')).to.include({ isOptional: true });
  });

  it('require a postcode where all countries need one, and say that it is optional where none does', () => {
    expect(fieldIn('postcode', ['DE', 'FR'])).to.include({ required: true, isOptional: false });
    expect(fieldIn('postcode', ['DE', 'AE'])).to.include({ required: false, isOptional: false });
    expect(fieldIn('postcode', ['AE', 'IE'])).to.include({ required: false, isOptional: true });
  });
});

describe('an address that was typed', () => {
  const wrongIn = (country: string, changes: object) => readAddress({ ...address, ...changes }, country).wrong;

  it('is read without blanks around, and with empty texts for what was left out', () => {
    const { name, street, postcode, city } = address;
    const { address: read, wrong } = readAddress({ name: ` ${name} `, street, postcode, city, region: null }, 'DE');
    expect(read).to.deep.equal({ name, addition: '', street, postcode, city, region: '', phone: '' });
    expect(wrong).to.deep.equal([]);
  });

  for (const postcode of ['', ' ', null, undefined])
    it(`lacks nothing with ${JSON.stringify(postcode)} for a postcode where the country has none`, () => {
      expect(wrongIn('AE', { postcode })).to.deep.equal([]);
      expect(wrongIn('DE', { postcode })).to.deep.equal(['postcode']);
    });

  for (const phone of ['+971 4 123 4567', '(030) 12-34/5.6', '12345', '', '+1 212-555-1234 ext. 5', '212 5551234 x5'])
    it(`has "${phone}" as a phone`, () => {
      expect(wrongIn('DE', { phone })).to.deep.equal([]);
    });

  for (const phone of ['1234', 'call me', '12345 ext', '+49\n30 12345', '1'.repeat(31)])
    it(`has no ${JSON.stringify(phone)} as a phone`, () => {
      expect(wrongIn('DE', { phone })).to.deep.equal(['phone']);
    });

  for (const [typed, phone] of [
    ['٠٤ ١٢٣ ٤٥٦٧', '04 123 4567'],
    ['\u202a+971\u00a04 123 4567\u202c', '+971 4 123 4567'],
    ['＋８１ 3−1234–5678'.replace('−', '\u2011'), '+81 3-1234-5678'],
  ] as const)
    it(`has ${phone} as its phone when ${JSON.stringify(typed)} was typed`, () => {
      const { address: read, wrong } = readAddress({ ...address, phone: typed }, 'AE');
      expect([read.phone, wrong]).to.deep.equal([phone, []]);
    });

  it('has texts of one line, no longer than their fields', () => {
    const wrong = { addition: 'Floor\n3', street: '-', city: '\u202eTown', region: 'a'.repeat(101) };
    expect(wrongIn('DE', wrong)).to.deep.equal(['addition', 'street', 'city', 'region']);
    expect(wrongIn('DE', { addition: '\u{1f3e0} a'.padEnd(101, 'a') })).to.deep.equal([]);
  });
});
