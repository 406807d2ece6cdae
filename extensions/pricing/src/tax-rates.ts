import type { Context } from '../pricing.gen.ts';

const ratesText = 'select country, tax_class as "taxClass", rate from vat_rate where country = any($1::text[])';

interface RateRow {
  readonly country: string;
  readonly taxClass: string;
  readonly rate: number;
}

/** The rate of a tax class in a country of delivery; null where none is known. */
export type RateOf = (country: string, taxClass: string) => number | null;

/** Reads the rates of all countries at once. A country without any rate has those of the shop's own. */
export async function readRates({ database, shop }: Context, countries: readonly string[]): Promise<RateOf> {
  const rows = await database.query<RateRow>(ratesText, [[...new Set([...countries, shop.country])]]);
  return (country, taxClass) => {
    const place = rows.some((row) => row.country === country) ? country : shop.country;
    return rows.find((row) => row.country === place && row.taxClass === taxClass)?.rate ?? null;
  };
}
