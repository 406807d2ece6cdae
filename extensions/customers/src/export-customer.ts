import { StoaError } from 'stoa';
import type { Context } from '../customers.gen.ts';

const recordsText = /* GraphQL */ `
  query CustomerData($customer: ID!) { customerRecords(customer: $customer) { topic json } }
`;

/** Each extension answers for its part. A part that is missing now would be a wrong answer. */
export async function exportCustomer(
  context: Pick<Context, 'query'>,
  customer: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { data, errors = [] } = await context.query(recordsText, { customer });
  if (!data || errors.length > 0) throw new StoaError('UNAVAILABLE', { text: 'data.unavailable' });
  return Object.fromEntries(data.customerRecords.map(({ topic, json }) => [topic, JSON.parse(json)]));
}
