declare const brand: unique symbol;

/** The name of the folder of an endpoint or page group: `/^[a-zA-Z][a-zA-Z0-9]*$/`. */
export type RouteId = string & { readonly [brand]: 'RouteId' };

const pattern = /^[a-zA-Z][a-zA-Z0-9]*$/;

export function isRouteId(name: string): name is RouteId {
  return pattern.test(name);
}
