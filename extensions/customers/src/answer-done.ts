import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';

/** A browser is redirected to the page that says what was done; other clients get JSON. */
export function answerDone<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { page, status = 200 }: { readonly page: string; readonly status?: 200 | 202 },
): void {
  if (wantsPage(request)) response.redirect(303, page);
  else response.status(status).json({ success: true, data: {} });
}
