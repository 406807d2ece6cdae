import { type Handler, StoaError } from 'stoa';
import type { EraseCustomer } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { findCustomer } from '../../src/customer-store.ts';
import { eraseCustomer as erase } from '../../src/erase-customer.ts';
import { normaliseEmail } from '../../src/normalise-email.ts';
import { refuseMember } from '../../src/refuse-member.ts';

const eraseCustomer: Handler<EraseCustomer> = async (request, response) => {
  const { body, context, params, session } = request;
  const customer = await findCustomer(context.database, params.customerId);
  if (customer === undefined) throw unknown();
  const wrong = { text: 'desk.otherEmail' };
  if (normaliseEmail(body.email) !== customer.email)
    throw new StoaError('BAD_USER_INPUT', wrong, { fields: { email: wrong } });
  await refuseMember(context, customer.id);
  if (!(await erase(context, session, customer))) throw unknown();
  answerDone(request, response, { page: `${context.url('deskCustomers')}?saved=erased#saved` });
};

function unknown(): StoaError {
  return new StoaError('NOT_FOUND', { text: 'desk.unknown' });
}

export default eraseCustomer;
