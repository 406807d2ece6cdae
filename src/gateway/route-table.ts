import type { EndpointManifest } from '../extensions/manifest.ts';

/** All extensions' routes, indexed once when the gateway is built. */
export interface RouteTable {
  /**
   * The endpoint for a method and a path (without query string), with the path's raw, percent-decoded parameters.
   * HEAD follows GET. Throws RequestError NOT_FOUND 404, or METHOD_NOT_ALLOWED 405 with `Allow`.
   */
  find(
    method: string,
    path: string,
  ): { readonly endpoint: EndpointManifest; readonly params: Readonly<Record<string, string>> };
  readonly endpoints: readonly EndpointManifest[];
}
