import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';

interface Saved {
  /** Where a browser goes. */
  readonly page: () => string;
  /** What was saved: the page has a notice for it. */
  readonly saved: string;
  readonly status?: 200 | 201;
  readonly data?: object;
}

/** A browser is redirected to the page, where it shows the notice; other clients get JSON. */
export function answerSaved<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { page, saved, status = 200, data = {} }: Saved,
): void {
  if (wantsPage(request)) response.redirect(303, `${page()}?saved=${saved}#saved`);
  else response.status(status).json({ success: true, data });
}
