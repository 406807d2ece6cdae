/** What a form asks of a buyer, apart from the country. */
export const buyerFields = [
  { name: 'email', autoComplete: 'email', maxLength: 254, type: 'email' },
  { name: 'name', autoComplete: 'shipping name', maxLength: 100 },
  { name: 'street', autoComplete: 'shipping street-address', maxLength: 200 },
  { name: 'postcode', autoComplete: 'shipping postal-code', maxLength: 20 },
  { name: 'city', autoComplete: 'shipping address-level2', maxLength: 100 },
] as const;

/** Who orders, and where the parcel goes. */
export type Buyer = Readonly<Record<(typeof buyerFields)[number]['name'], string>>;
