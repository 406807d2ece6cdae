import type { Handler } from 'stoa';
import type { ExportCustomer } from '../../customers.gen.ts';
import { exportCustomer as exportOf } from '../../src/export-customer.ts';

const exportCustomer: Handler<ExportCustomer> = async ({ context, user }, response) => {
  const known = await exportOf(context, user.id);
  response.attachment('account.json').set('cache-control', 'no-store').json(known);
};

export default exportCustomer;
