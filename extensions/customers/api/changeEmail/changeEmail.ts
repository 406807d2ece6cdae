import type { Handler } from 'stoa';
import type { ChangeEmail } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { addressTaken } from '../../src/customer-store.ts';
import { removeLinks, requireLink, takeLink } from '../../src/link-store.ts';

const updateText = 'update customer set email = $2 where customer_id = $1::bigint';

const changeEmail: Handler<ChangeEmail> = async (request, response) => {
  const { context, params } = request;
  const { customer, newEmail } = await requireLink(context.database, 'change-email', params.key);
  const work = context.database.transaction(async (transaction) => {
    await takeLink(transaction, 'change-email', params.key);
    await transaction.query(updateText, [customer.id, newEmail]);
    await removeLinks(transaction, customer.id);
    await transaction.record({ action: 'customer.email-changed', subject: `customer:${customer.id}` });
    await transaction.mail('account-changed', { to: customer.email, props: { name: customer.name, what: 'email' } });
  });
  // Registered since the link was sent: PostgreSQL's unique_violation.
  await work.catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? addressTaken() : error;
  });
  answerDone(request, response, { page: context.url('account') });
};

export default changeEmail;
