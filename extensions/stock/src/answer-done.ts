import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';
import type { Context } from '../stock.gen.ts';

interface Done {
  readonly done: 'asked' | 'confirmed' | 'forgotten';
  readonly status: 200 | 202;
}

/** A browser is redirected to the page that says what was done; other clients get JSON. */
export function answerDone<Input extends EndpointInput>(
  request: Request<Input> & { readonly context: Context },
  response: Response,
  { done, status }: Done,
): void {
  const { url } = request.context;
  if (wantsPage(request)) response.redirect(303, `${url('stockRequestDone')}?done=${done}`);
  else response.status(status).json({ success: true, data: {} });
}
