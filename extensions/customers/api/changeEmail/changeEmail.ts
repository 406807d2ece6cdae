import type { Handler } from 'stoa';
import type { ChangeEmail } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { addressTaken } from '../../src/customer-store.ts';
import { findLink, removeLinks, takeLink } from '../../src/link-store.ts';

// No account is made meanwhile: one address must not get two at once.
const lockText = 'lock table customer in share row exclusive mode';
const updateText = `
  update customer set email = $2
  where customer_id = $1::bigint and not exists (select from customer where email = $2) returning email`;

const changeEmail: Handler<ChangeEmail> = async (request, response) => {
  const { context, params } = request;
  const { customer, newEmail } = await findLink(context.database, 'change-email', params.key);
  await context.database.transaction(async (transaction) => {
    await takeLink(transaction, 'change-email', params.key);
    await transaction.query(lockText);
    const changed = await transaction.query(updateText, [customer.id, newEmail]);
    // Registered since the link was sent.
    if (changed.length === 0) throw addressTaken();
    await removeLinks(transaction, customer.id);
    await transaction.record({ action: 'customer.email-changed', subject: `customer:${customer.id}` });
    await transaction.mail('account-changed', { to: customer.email, props: { name: customer.name, what: 'email' } });
  });
  answerDone(request, response, { page: context.url('account') });
};

export default changeEmail;
