import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressCountries } from '@stoa/desk-ui/countries';
import { expect } from 'chai';

const file = join(import.meta.dirname, '../../packages/create-stoa/shop-facts.mjs');
interface Facts {
  readonly language: string;
  readonly currency: string;
  readonly timeZone: string;
}

describe('what a new shop begins with', () => {
  let factsOf: (country: string, here?: string) => Facts;
  let countryOf: (text: string) => string | undefined;
  let likelyCountry: (locale?: string) => string;
  before(async () => {
    ({ factsOf, countryOf, likelyCountry } = await import(pathToFileURL(file).href));
  });

  it('is known of each country: a currency of ISO 4217, and a time zone', () => {
    const currencies = new Set([...Intl.supportedValuesOf('currency'), 'XCG', 'ZWG']);
    const wrong = addressCountries.filter((country) => {
      const { currency, timeZone } = factsOf(country, 'Etc/UTC');
      new Intl.DateTimeFormat('en', { timeZone });
      return !currencies.has(currency) || (timeZone === 'UTC' && !['BV', 'HM'].includes(country));
    });
    expect(wrong).to.deep.equal([]);
  });

  it('is the time zone of this machine where the country has it, or else that of most people', () => {
    expect(factsOf('US', 'America/Denver').timeZone).to.equal('America/Denver');
    expect(factsOf('US', 'Europe/Berlin').timeZone).to.equal('America/New_York');
    expect(factsOf('DE', 'Etc/UTC')).to.deep.equal({ language: 'de', currency: 'EUR', timeZone: 'Europe/Berlin' });
    expect(factsOf('AE', 'Etc/UTC')).to.deep.include({ language: 'ar', currency: 'AED' });
  });

  it('has the present names of time zones, which all servers of PostgreSQL know', () => {
    const zones = ['AR', 'IN', 'UA', 'VN'].map((country) => factsOf(country, 'Etc/UTC').timeZone);
    expect(zones).to.deep.equal(['America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh']);
    expect(factsOf('IN', 'Asia/Calcutta').timeZone).to.equal('Asia/Kolkata');
    const old = ['Asmera', 'Faeroe', 'Godthab', 'Katmandu', 'Ponape', 'Rangoon'];
    const all = addressCountries.map((country) => factsOf(country, 'Etc/UTC').timeZone);
    expect(all.filter((zone) => old.some((name) => zone.endsWith(`/${name}`)))).to.deep.equal([]);
  });

  it('takes a country by its code or its name', () => {
    const names = [
      'de',
      ' DE ',
      'germany',
      'Österreich',
      'UK',
      'USA',
      'Hong Kong',
      "Cote d'Ivoire",
      'Turkey',
      'España',
    ];
    expect(names.map(countryOf)).to.deep.equal(['DE', 'DE', 'DE', 'AT', 'GB', 'US', 'HK', 'CI', 'TR', 'ES']);
    expect(['Atlantis', 'XX', '', "'"].map(countryOf)).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(['de-AT', 'en', 'en-US'].map(likelyCountry)).to.deep.equal(['AT', 'IE', 'US']);
  });
});
