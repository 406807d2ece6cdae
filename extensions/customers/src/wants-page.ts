import type { EndpointInput, Request } from 'stoa';

/** Whether a browser has posted a form, and expects to be shown a page and not data. */
export function wantsPage<Input extends EndpointInput>(request: Request<Input>): boolean {
  return !request.is('json') && request.accepts(['json', 'html']) === 'html';
}
