import { type EndpointInput, type Request, type Response, wantsPage } from 'stoa';
import type { Customer } from './customer-store.ts';
import { linkOver, makeLink } from './link-store.ts';
import { signIn } from './sign-in.ts';
import { type SignInStep, stepsOf } from './sign-in-steps.ts';
import { withNext } from './with-next.ts';

interface WithNext extends EndpointInput {
  readonly body: { readonly next?: string | null | undefined };
}

interface Identified {
  readonly customer: Customer;
  readonly status: 200 | 201;
  /** Of the sign-in, where they were asked for before a link was used up. */
  readonly steps?: readonly SignInStep[];
}

/** Signs the customer in, unless another extension asks for more first. */
export async function answerSignedIn<Input extends WithNext>(
  request: Request<Input>,
  response: Response,
  identified: Identified,
): Promise<void> {
  const { customer } = identified;
  const [step] = identified.steps ?? (await stepsOf(request.context, customer.id));
  if (step === undefined) {
    await openSession(request, response, identified);
    return;
  }
  const key = await makeLink(request.context.database, { purpose: 'sign-in-step', email: customer.email });
  // The account is gone, or has another address, since a moment.
  if (key === undefined) throw linkOver();
  answerStep(request, response, { step, key });
}

/** A browser is redirected to the page that asks for the next step; other clients get its name and its path. */
export function answerStep<Input extends WithNext>(
  request: Request<Input>,
  response: Response,
  { step, key }: { readonly step: SignInStep; readonly key: string },
): void {
  const { body, context, session } = request;
  if (wantsPage(request))
    response.redirect(303, withNext(context.url('signInStep', { key }), session.safeNext(body.next)));
  else response.status(401).json({ error: step.hint, code: step.code, path: context.url('passSignInStep', { key }) });
}

/** A browser is redirected to the page that it came for; other clients get the customer. */
export async function openSession<Input extends WithNext>(
  request: Request<Input>,
  response: Response,
  { customer, status }: Identified,
): Promise<void> {
  await signIn(request, customer.id);
  if (!wantsPage(request)) {
    response.status(status).json({ success: true, data: { customer } });
    return;
  }
  response.redirect(303, request.session.safeNext(request.body.next) ?? request.context.url('account'));
}
