import { type Context, StoaError } from 'stoa';
import type { Customer } from './customer-store.ts';
import { findLink, linkOver, passLinkStep } from './link-store.ts';

export interface SignInStep {
  readonly __typename: string;
  readonly code: string;
  readonly title: string;
  readonly label: string;
  readonly hint: string;
}

/** A customer who has shown the password or the link, and the steps that are left. */
interface WaitingSignIn {
  readonly customer: Customer;
  readonly steps: readonly SignInStep[];
}

interface Check {
  readonly isRight: boolean;
  readonly isBlocked: boolean;
  readonly refusal: string | null;
}

type StepContext = Pick<Context, 'database' | 'query'>;

/** Throws UNAVAILABLE while an extension does not answer: a step that is left out would let strangers in. */
export async function stepsOf({ query }: Pick<Context, 'query'>, customer: string): Promise<readonly SignInStep[]> {
  const { data, errors = [] } = await query<{ readonly signInSteps: readonly SignInStep[] }>(
    'query ($customer: ID!) { signInSteps(customer: $customer) { __typename code title label hint } }',
    { customer },
  );
  if (!data || errors.length > 0) throw unavailable();
  return data.signInSteps;
}

/** Undefined for a key that is not good. */
export async function findWaiting(context: StepContext, key: string): Promise<WaitingSignIn | undefined> {
  const found = await findLink(context.database, 'sign-in-step', key);
  if (found === undefined) return undefined;
  const { customer, passed } = found;
  const steps = await stepsOf(context, customer.id);
  return { customer, steps: steps.filter(({ __typename }) => !passed.includes(__typename)) };
}

/**
 * Does the next step of a sign-in that waits, and gives what is left of it. Throws BAD_USER_INPUT for a wrong code and for
 * a key that is not good, and RATE_LIMITED after too many codes.
 */
export async function passStep(
  context: StepContext,
  { key, code }: { readonly key: string; readonly code: string },
): Promise<WaitingSignIn> {
  const waiting = await findWaiting(context, key);
  if (waiting === undefined) throw linkOver();
  const [step, ...left] = waiting.steps;
  if (step === undefined) return waiting;
  await checkCode(context, { step: step.__typename, customer: waiting.customer.id, code });
  await passLinkStep(context.database, key, step.__typename);
  return { ...waiting, steps: left };
}

async function checkCode(
  { query }: Pick<Context, 'query'>,
  input: { readonly step: string; readonly customer: string; readonly code: string },
): Promise<void> {
  const { data, errors = [] } = await query<{ readonly checkSignInStep: Check }>(
    'mutation ($step: String!, $customer: ID!, $code: String!) { checkSignInStep(step: $step, customer: $customer, code: $code) { isRight isBlocked refusal } }',
    input,
  );
  if (!data || errors.length > 0) throw unavailable();
  const { isRight, isBlocked, refusal } = data.checkSignInStep;
  if (isRight) return;
  if (refusal === null) throw unavailable();
  if (isBlocked) throw new StoaError('RATE_LIMITED', refusal);
  throw new StoaError('BAD_USER_INPUT', refusal, { fields: { code: refusal } });
}

function unavailable(): StoaError {
  return new StoaError('UNAVAILABLE', { text: 'signIn.unavailable' });
}
