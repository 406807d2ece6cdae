import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';

/** A browser is redirected to the page; other clients get the data. */
export function answer<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { page, data = {} }: { readonly page: string; readonly data?: object },
): void {
  if (wantsPage(request)) response.redirect(303, page);
  else response.set('cache-control', 'no-store').json({ success: true, data });
}
