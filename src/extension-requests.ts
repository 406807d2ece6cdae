/**
 * What handlers ask of a request. Imports nothing, since the module `stoa` runs in the browser, too.
 */

/** The part of an Express request that says what the client sends and takes. */
export interface Negotiation {
  is(type: string): string | false | null;
  accepts(types: string[]): string | false;
}

/**
 * Whether a browser has posted a form and expects a page, so that the answer is a redirect. Other clients send or want
 * JSON.
 *
 * @example
 * if (wantsPage(request)) response.redirect(303, request.context.url('account'));
 * else response.status(201).json({ success: true, data: { customer } });
 */
export function wantsPage(request: Negotiation): boolean {
  return !request.is('json') && request.accepts(['json', 'html']) === 'html';
}

/** The part of a context that says where the shop is. */
export interface Whereabouts {
  readonly shop: { readonly url?: string | undefined };
  readonly request: { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> };
}

/**
 * The whole address of a path of the shop, for mails, sitemaps and services of others: with `shop.url` of gateway.yaml.
 * Where that is missing, as in development, the host is that of the request.
 *
 * @example
 * const address = absoluteUrl(context, context.url('confirmAccount', { key }));
 */
export function absoluteUrl({ shop, request }: Whereabouts, path: string): string {
  return `${shop.url ?? `http://${request.headers.host ?? ''}`}${path}`;
}

/**
 * The address that `write` gives; null where the shop lacks the page, or gives it other parameters, such as /p/:slug.
 *
 * @example
 * url: ({ id }, _args, context) => pageAddress(context, () => context.url('product', { id })),
 */
export function pageAddress(
  context: { readonly logger: { debug(message: string, fields?: object): void } },
  write: () => string,
): string | null {
  try {
    return write();
  } catch (error) {
    context.logger.debug('page has no address', { reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
