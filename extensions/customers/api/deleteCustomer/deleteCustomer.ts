import type { Handler } from 'stoa';
import type { DeleteCustomer } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { confirmPassword } from '../../src/identify-customer.ts';

/** Other extensions forget the customer when they get the event. */
const deleteCustomer: Handler<DeleteCustomer> = async (request, response) => {
  const { body, context, session, user } = request;
  const { id, name, email } = await confirmPassword(context.database, { id: user.id, password: body.password });
  await context.database.transaction(async (transaction) => {
    await transaction.query('delete from customer where customer_id = $1::bigint', [id]);
    await transaction.publish('customer.deleted', { customerId: id });
    await transaction.record({ action: 'customer.deleted', subject: `customer:${id}` });
    await transaction.mail('account-changed', { to: email, props: { name, what: 'deleted' } });
  });
  await session.signOutUser(id);
  await session.signOut();
  answerDone(request, response, { page: context.url('homepage') });
};

export default deleteCustomer;
