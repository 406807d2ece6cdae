import { plainDigits } from './amount.ts';
import { isLine } from './line.ts';

const codes = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// After the Universal Postal Union.
const withoutPostcode = codes(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KP KN LY ML MO MR ' +
    'MW NA NR NU QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW',
);
const withState = codes('AE AU BR CA CN IN JP KR MX MY TW US');
const withPostcodeLast = codes('AU BR CA IN JP KR NZ SG TH TW US');
const withPostcodeBelow = codes('GB GG IE IM JE');

/** Whether an address of this country has to have a postcode. In Ireland, many people leave it out. */
export function needsPostcode(country: string): boolean {
  return country !== 'IE' && !withoutPostcode.has(country);
}

/** Whether addresses of this country name a state or a province. */
export function writesState(country: string): boolean {
  return withState.has(country);
}

const fields = [
  { name: 'name', autoComplete: 'shipping name', maxLength: 100 },
  { name: 'addition', autoComplete: 'shipping address-line2', maxLength: 100 },
  { name: 'street', autoComplete: 'shipping address-line1', maxLength: 200 },
  { name: 'postcode', autoComplete: 'shipping postal-code', maxLength: 20 },
  { name: 'city', autoComplete: 'shipping address-level2', maxLength: 100 },
  { name: 'region', autoComplete: 'shipping address-level1', maxLength: 100 },
  { name: 'phone', autoComplete: 'shipping tel', maxLength: 30, type: 'tel' },
] as const;

/** A field of an address, apart from the country. */
export type AddressField = (typeof fields)[number]['name'];

/** What was typed, without blanks around. Empty texts stand for what was left out. */
export type AddressTexts = Readonly<Record<AddressField, string>>;

interface FormField {
  readonly name: AddressField;
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly type?: 'tel';
  readonly required: boolean;
  /** No country needs it: its label says so. */
  readonly isOptional: boolean;
}

/**
 * The fields of a form that offers these countries. The region is left out where none of them has states, unless there
 * is one already, which would otherwise be lost.
 */
export function addressFields(countries: readonly string[], region?: string | null): readonly FormField[] {
  const hasRegion = Boolean(region) || countries.some(writesState);
  return fields
    .filter(({ name }) => name !== 'region' || hasRegion)
    .map((field) => ({
      ...field,
      required: countries.every((country) => isAsked(field.name, country)),
      isOptional:
        field.name === 'region'
          ? !countries.every(writesState)
          : !countries.some((country) => isNeeded(field.name, country)),
    }));
}

/** A form asks for a state where all of its countries write one. An address without it is taken all the same. */
function isAsked(field: AddressField, country: string): boolean {
  return field === 'region' ? writesState(country) : isNeeded(field, country);
}

type Typed = { readonly [Field in AddressField]?: string | null | undefined };

/** What was typed as an address in this country, and the fields that are wrong. A phone has the digits 0 to 9. */
export function readAddress(
  typed: Typed,
  country: string,
): { readonly address: AddressTexts; readonly wrong: readonly AddressField[] } {
  const entry = (field: AddressField) => (typed[field] ?? '').trim();
  const address = {
    name: entry('name'),
    addition: entry('addition'),
    street: entry('street'),
    postcode: entry('postcode'),
    city: entry('city'),
    region: entry('region'),
    phone: plainPhone(entry('phone')),
  };
  const wrong = fields.filter(({ name, maxLength }) => {
    const value = address[name];
    if (value === '') return isNeeded(name, country);
    return [...value].length > maxLength || !(name === 'phone' ? isPhone(value) : isLine(value));
  });
  return { address, wrong: wrong.map(({ name }) => name) };
}

function isNeeded(field: AddressField, country: string): boolean {
  return field === 'postcode' ? needsPostcode(country) : !['addition', 'region', 'phone'].includes(field);
}

/** A number that was copied may have marks of its direction, and blanks and dashes of any kind. */
function plainPhone(text: string): string {
  return plainDigits(text)
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll('＋', '+')
    .trim();
}

function isPhone(text: string): boolean {
  return /^\+?[\d ()\-/.]+(?: ?(?:x|ext\.?|#) ?\d+)?$/i.test(text) && text.replaceAll(/\D/g, '').length >= 5;
}

/** Null, undefined and empty texts stand for what is not known. */
export interface PostalAddress {
  readonly name: string;
  /** Company, floor, c/o. */
  readonly addition?: string | null | undefined;
  readonly street: string;
  readonly postcode?: string | null | undefined;
  readonly city: string;
  /** State or province. */
  readonly region?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** An address as it stands on a parcel, line by line. */
export function addressLines(address: PostalAddress, nameOfCountry: (code: string) => string): readonly string[] {
  const { name, addition, street, country } = address;
  return [name, addition, street, ...localityOf(address), nameOfCountry(country)].flatMap((line) => line || []);
}

function localityOf({ postcode, city, region, country }: PostalAddress): readonly string[] {
  if (withPostcodeLast.has(country)) return [joined(' ', city, region, postcode)];
  if (withPostcodeBelow.has(country)) return [joined(', ', city, region), postcode ?? ''];
  return [joined(', ', joined(' ', postcode, city), region)];
}

function joined(separator: string, ...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}
