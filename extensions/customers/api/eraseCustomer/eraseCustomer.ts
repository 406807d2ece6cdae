import { answerSaved } from '@stoa/desk-ui';
import { refuse, refuseUnknown } from '@stoa/desk-ui/forms';
import { type Handler, StoaError } from 'stoa';
import type { Context, EraseCustomer } from '../../customers.gen.ts';
import { findCustomer } from '../../src/customer-store.ts';
import { eraseCustomer as erase } from '../../src/erase-customer.ts';
import { normaliseEmail } from '../../src/normalise-email.ts';
import { type Permissions, permissionsText } from '../../src/sign-in.ts';

const eraseCustomer: Handler<EraseCustomer> = async (request, response) => {
  const { body, context, params, session } = request;
  const customer = (await findCustomer(context.database, params.customerId)) ?? refuseUnknown();
  if (normaliseEmail(body.email) !== customer.email) refuse('email', 'desk.otherEmail');
  await refuseMember(context, customer.id);
  // Not the language of the desk.
  const [locale] = context.shop.locales;
  if (!(await erase(context, session, customer, locale))) refuseUnknown();
  answerSaved(request, response, { page: () => context.url('deskCustomers'), saved: 'erased' });
};

/** Throws CONFLICT for a customer who may use the desk: to delete the owner's account is not for every member. */
async function refuseMember({ query }: Pick<Context, 'query'>, id: string): Promise<void> {
  const { data, errors, absent } = await query<Permissions>(permissionsText, { id });
  if (absent !== undefined) return;
  if (!data || errors !== undefined) throw new StoaError('UNAVAILABLE', { text: 'desk.unavailable' });
  if (data.permissionsOf.length > 0) throw new StoaError('CONFLICT', { text: 'desk.isMember' });
}

export default eraseCustomer;
