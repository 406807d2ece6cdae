import type { EndpointInput, Request } from 'stoa';

/** Whether a browser posted a form, and expects a page as the response. */
export function wantsPage<Input extends EndpointInput>(request: Request<Input>): boolean {
  return !request.is('json') && request.accepts(['json', 'html']) === 'html';
}
