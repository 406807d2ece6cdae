import type { Handler } from 'stoa';
import type { CreateCustomer } from '../../customers.gen.ts';
import { answerDone } from '../../src/answer-done.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { mailRegistration, registerCustomer } from '../../src/register-customer.ts';

const createCustomer: Handler<CreateCustomer> = async (request, response) => {
  const { body, context, session } = request;
  if (context.settings.registration === 'at-once') {
    const customer = await registerCustomer(context.database, body);
    await answerSignedIn(request, response, { customer, status: 201 });
    return;
  }
  await mailRegistration(context, { ...body, next: session.safeNext(body.next) });
  answerDone(request, response, { page: context.url('mailSent'), status: 202 });
};

export default createCustomer;
