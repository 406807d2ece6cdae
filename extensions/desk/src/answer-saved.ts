import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';

/** A browser is redirected to the page that says what was done; other clients get JSON. */
export function answerSaved<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  page: string,
): void {
  if (wantsPage(request)) response.redirect(303, page);
  else response.json({ success: true, data: {} });
}
