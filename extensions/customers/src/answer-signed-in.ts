import type { EndpointInput, Request, Response } from 'stoa';
import type { Customer } from './customer-store.ts';
import { wantsPage } from './wants-page.ts';

interface WithNext extends EndpointInput {
  readonly body: { readonly next?: string | null | undefined };
}

/** Signs the customer in, and shows the page that they came for, or tells a client who they are. */
export async function answerSignedIn<Input extends WithNext>(
  request: Request<Input>,
  response: Response,
  { customer, status }: { readonly customer: Customer; readonly status: 200 | 201 },
): Promise<void> {
  await request.session.signIn({ id: customer.id });
  if (!wantsPage(request)) {
    response.status(status).json({ success: true, data: { customer } });
    return;
  }
  response.redirect(303, request.session.safeNext(request.body.next) ?? request.context.url('account'));
}
