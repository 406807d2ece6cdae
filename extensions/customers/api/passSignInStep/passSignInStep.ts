import type { Handler } from 'stoa';
import type { PassSignInStep } from '../../customers.gen.ts';
import { answerStep, openSession } from '../../src/answer-signed-in.ts';
import { takeLink } from '../../src/link-store.ts';
import { passStep } from '../../src/sign-in-steps.ts';

const passSignInStep: Handler<PassSignInStep> = async (request, response) => {
  const { body, context, params } = request;
  const { customer, steps } = await passStep(context, { key: params.key, code: body.code });
  const [step] = steps;
  if (step !== undefined) {
    answerStep(request, response, { step, key: params.key });
    return;
  }
  await takeLink(context.database, 'sign-in-step', params.key);
  await openSession(request, response, { customer, status: 200 });
};

export default passSignInStep;
