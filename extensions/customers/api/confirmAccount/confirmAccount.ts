import type { Handler } from 'stoa';
import type { ConfirmAccount } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { addressTaken, insertCustomer } from '../../src/customer-store.ts';
import { findAccountLink, takeLink } from '../../src/link-store.ts';

const confirmAccount: Handler<ConfirmAccount> = async (request, response) => {
  const { body, context, params } = request;
  const account = await findAccountLink(context.database, { key: params.key, password: body.password ?? '' });
  const customer = await context.database.transaction(async (transaction) => {
    await takeLink(transaction, 'register', params.key);
    const added = await insertCustomer(transaction, account);
    if (added === undefined) throw addressTaken();
    return added;
  });
  await answerSignedIn(request, response, { customer, status: 201 });
};

export default confirmAccount;
