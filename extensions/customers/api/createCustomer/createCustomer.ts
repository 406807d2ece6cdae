import type { Handler } from 'stoa';
import type { CreateCustomer } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { registerCustomer } from '../../src/register-customer.ts';

const createCustomer: Handler<CreateCustomer> = async (request, response) => {
  const customer = await registerCustomer(request.context.database, request.body);
  await answerSignedIn(request, response, { customer, status: 201 });
};

export default createCustomer;
