import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';
import type { Customer } from './customer-store.ts';
import { signIn } from './sign-in.ts';

interface WithNext extends EndpointInput {
  readonly body: { readonly next?: string | null | undefined };
}

/** Signs the customer in. A browser is redirected to the page that it came for; other clients get the customer. */
export async function answerSignedIn<Input extends WithNext>(
  request: Request<Input>,
  response: Response,
  { customer, status }: { readonly customer: Customer; readonly status: 200 | 201 },
): Promise<void> {
  await signIn(request, customer.id);
  if (!wantsPage(request)) {
    response.status(status).json({ success: true, data: { customer } });
    return;
  }
  response.redirect(303, request.session.safeNext(request.body.next) ?? request.context.url('account'));
}
