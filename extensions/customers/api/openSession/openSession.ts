import type { Handler } from 'stoa';
import type { OpenSession } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { identifyCustomer } from '../../src/identify-customer.ts';

const openSession: Handler<OpenSession> = async (request, response) => {
  const customer = await identifyCustomer(request.context.database, request.body);
  await answerSignedIn(request, response, { customer, status: 200 });
};

export default openSession;
