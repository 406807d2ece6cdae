declare const brand: unique symbol;

/** An extension's name as gateway.yaml gives it: `/^[a-z][a-z0-9-]{0,39}$/`. */
export type ExtensionId = string & { readonly [brand]: 'ExtensionId' };

/** Whether a text can be the name of an extension: lower-case letters, digits and dashes. */
export function isExtensionId(name: string): name is ExtensionId {
  return /^[a-z][a-z0-9-]{0,39}$/.test(name);
}
