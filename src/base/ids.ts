declare const brand: unique symbol;

/** An extension's name as gateway.yaml gives it: `/^[a-z][a-z0-9-]{0,39}$/`. */
export type ExtensionId = string & { readonly [brand]: 'ExtensionId' };

/** The name of the folder of an endpoint or page group: `/^[a-zA-Z][a-zA-Z0-9]*$/`. */
export type RouteId = string & { readonly [brand]: 'RouteId' };

const extensionIdPattern = /^[a-z][a-z0-9-]{0,39}$/;
const routeIdPattern = /^[a-zA-Z][a-zA-Z0-9]*$/;

/** Whether a text can be the name of an extension: lower-case letters, digits and dashes. */
export function isExtensionId(name: string): name is ExtensionId {
  return extensionIdPattern.test(name);
}

export function isRouteId(name: string): name is RouteId {
  return routeIdPattern.test(name);
}
