import { refuseUnknown } from '@stoa/desk-ui/forms';
import type { Handler } from 'stoa';
import type { ExportCustomerData } from '../../customers.gen.ts';
import { findCustomer } from '../../src/customer-store.ts';
import { exportCustomer } from '../../src/export-customer.ts';

/** Another one than the customer reads this, so that it is recorded. */
const exportCustomerData: Handler<ExportCustomerData> = async ({ context, params }, response) => {
  const customer = (await findCustomer(context.database, params.customerId)) ?? refuseUnknown();
  const known = await exportCustomer(context, customer.id);
  await context.database.transaction((transaction) =>
    transaction.record({ action: 'customer.exported', subject: `customer:${customer.id}` }),
  );
  response.attachment(`customer-${customer.id}.json`).set('cache-control', 'no-store').json(known);
};

export default exportCustomerData;
