import type { Handler } from 'stoa';
import type { OpenSessionByLink } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { requireLink, takeLink } from '../../src/link-store.ts';
import { stepsOf } from '../../src/sign-in-steps.ts';

const openSessionByLink: Handler<OpenSessionByLink> = async (request, response) => {
  const { context, params } = request;
  const { customer } = await requireLink(context.database, 'sign-in', params.key);
  // Before the link is used up: while an extension is away, it stays good.
  const steps = await stepsOf(context, customer.id);
  await takeLink(context.database, 'sign-in', params.key);
  await answerSignedIn(request, response, { customer, steps, status: 200 });
};

export default openSessionByLink;
