/** The texts that are labels of the facts about the shop. */
const labels = {
  name: 'shop.name',
  tagline: 'shop.tagline',
  taglines: 'shop.taglines',
  logo: 'shop.logo',
  colours: 'shop.colours',
  email: 'shop.email',
  phone: 'shop.phone',
  address: 'shop.address',
} as const;

/** The key of a text; undefined for a fact without one. */
export function shopLabel(name: string): (typeof labels)[keyof typeof labels] | undefined {
  return isKnown(name) ? labels[name] : undefined;
}

function isKnown(name: string): name is keyof typeof labels {
  return Object.hasOwn(labels, name);
}
