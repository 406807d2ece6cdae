import type { Context } from '../pricing.gen.ts';

/** The rate of a tax class in a country of delivery, in basis points; null where none is known. */
export type RateOf = (country: string, taxClass: string) => number | null;

type Rates = Pick<Context['settings']['vatRates'][number], 'standard' | 'reduced'>;

/** The VAT area of the EU: directive 2006/112/EC, article 5. */
const union: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** In percent. */
const known: ReadonlyMap<string, Rates> = new Map([
  ['AT', { standard: 20, reduced: 10 }],
  ['DE', { standard: 19, reduced: 7 }],
  ['ES', { standard: 21, reduced: 10 }],
  ['FR', { standard: 20, reduced: 5.5 }],
  ['IE', { standard: 23, reduced: 13.5 }],
  ['NL', { standard: 21, reduced: 9 }],
]);

const none: Rates = { standard: 0 };

/** Territories within the VAT of another country: article 7 of the directive, and the treaty of Switzerland with Liechtenstein. */
const within: ReadonlyMap<string, string> = new Map([
  ['MC', 'FR'],
  ['IM', 'GB'],
  ['LI', 'CH'],
]);

/**
 * The rates of the setting go first. Within the EU, a country without rates has those of the shop's own. What a shop with
 * VAT sends elsewhere is an export, without VAT.
 */
export function ratesOf({ settings, shop }: Pick<Context, 'settings' | 'shop'>): RateOf {
  const isInUnion = union.has(shop.country);
  // Of two lines for a country, the first counts.
  const lines = settings.vatRates
    .toReversed()
    .map((line) => [line.country, { ...known.get(line.country), ...line }] as const);
  const chosen = new Map<string, Rates>(lines);
  const own = chosen.get(shop.country) ?? (isInUnion ? known.get(shop.country) : undefined);
  const ratesIn = (country: string): Rates | undefined => {
    if (country === shop.country) return own;
    if (own === undefined || !isInUnion || !union.has(country)) return own && none;
    return known.get(country) ?? own;
  };
  return (given, taxClass) => {
    const country = chosen.has(given) ? given : (within.get(given) ?? given);
    const rates = chosen.get(country) ?? ratesIn(country);
    return rates === undefined ? null : basisPoints(rates, taxClass);
  };
}

function basisPoints({ standard, reduced = standard }: Rates, taxClass: string): number | null {
  if (taxClass === 'zero') return 0;
  if (taxClass !== 'standard' && taxClass !== 'reduced') return null;
  return Math.round((taxClass === 'reduced' ? reduced : standard) * 100);
}
