import { type Handler, StoaError } from 'stoa';
import type { ExportCustomer } from '../../customers.gen.ts';

/** Each extension answers for its part. A part that is missing now would be a wrong answer. */
const exportCustomer: Handler<ExportCustomer> = async ({ context }, response) => {
  const { data, errors = [] } = await context.query(
    /* GraphQL */ `query CustomerData { customerRecords { topic json } }`,
  );
  if (!data || errors.length > 0) throw new StoaError('UNAVAILABLE', { text: 'data.unavailable' });
  const known = Object.fromEntries(data.customerRecords.map(({ topic, json }) => [topic, JSON.parse(json)]));
  response.attachment('account.json').set('cache-control', 'no-store').json(known);
};

export default exportCustomer;
