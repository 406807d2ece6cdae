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
