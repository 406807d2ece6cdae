import { type AddressField, addressFields } from '@stoa/desk-ui/address';

/** Who orders, and where the parcel goes. Empty texts stand for what is not known. */
export type Buyer = Readonly<Record<'email' | AddressField, string>>;

const email = {
  name: 'email',
  autoComplete: 'email',
  maxLength: 254,
  type: 'email',
  required: true,
  isOptional: false,
} as const;

/** What a form that offers these countries asks of a buyer, apart from the country. A known region is shown. */
export function buyerFields(countries: readonly string[], region?: string) {
  return [email, ...addressFields(countries, region)];
}
