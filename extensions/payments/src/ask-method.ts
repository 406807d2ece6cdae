import { StoaError } from 'stoa';
import type { Context, Graph } from '../payments.gen.ts';
import type { Outcome, PaymentRow } from './payment-store.ts';

/** What requests and jobs both have. */
export type PaymentContext = Pick<Context, 'database' | 'query' | 'logger' | 'settings' | 'shop'>;

/** Asks the extension of the method. All of these reject when it does not answer. None may run in a transaction. */
export async function startPayment(
  { query }: PaymentContext,
  { order, method, amount, description, returnUrl }: PaymentRow,
): Promise<Graph['StartedPayment']> {
  const { data, errors } = await query(
    'mutation ($method: String!, $input: StartPaymentInput!) { startPayment(method: $method, input: $input) { state reference address } }',
    { method, input: { order, key: `payment-${order}`, amount, description, returnUrl } },
  );
  return answered(method, data?.startPayment, errors);
}

export async function stopPayment({ query }: PaymentContext, method: string, reference: string): Promise<Outcome> {
  const { data, errors } = await query(
    'mutation ($method: String!, $reference: String!) { stopPayment(method: $method, reference: $reference) { state amount } }',
    { method, reference },
  );
  return answered(method, data?.stopPayment, errors);
}

export async function lookUpPayment({ query }: PaymentContext, method: string, reference: string): Promise<Outcome> {
  const { data, errors } = await query(
    'mutation ($method: String!, $reference: String!) { lookUpPayment(method: $method, reference: $reference) { state amount } }',
    { method, reference },
  );
  return answered(method, data?.lookUpPayment, errors);
}

export async function payBack(
  { query }: PaymentContext,
  method: string,
  input: Graph['PayBackInput'],
): Promise<Graph['PaidBack']> {
  const { data, errors } = await query(
    'mutation ($method: String!, $input: PayBackInput!) { payBack(method: $method, input: $input) { reference refusal } }',
    { method, input },
  );
  return answered(method, data?.payBack, errors);
}

/** Whether an extension of the shop offers the method. Rejects when one that may have it does not answer. */
export async function isOffered({ query }: PaymentContext, payment: PaymentRow): Promise<boolean> {
  const { country, amount, method } = payment;
  const { data, errors } = await query(
    'query ($country: String!, $amount: Int!) { paymentMethods(country: $country, amount: $amount) { __typename } }',
    { country, amount },
  );
  if (data?.paymentMethods.some(({ __typename }) => __typename === method) === true) return true;
  if (errors !== undefined) throw unavailable(method, errors[0]?.message);
  return false;
}

function answered<Answer>(
  method: string,
  answer: Answer | undefined,
  errors: readonly { readonly message: string }[] | undefined,
): Answer {
  if (answer === undefined || errors !== undefined) throw unavailable(method, errors?.[0]?.message);
  return answer;
}

function unavailable(method: string, cause = 'no answer'): StoaError {
  return new StoaError('UNAVAILABLE', `${method} does not answer: ${cause}`);
}
