import type { Handler } from 'stoa';
import type { OpenSessionByLink } from '../../customers.gen.ts';
import { answerSignedIn } from '../../src/answer-signed-in.ts';
import { requireLink, takeLink } from '../../src/link-store.ts';

const openSessionByLink: Handler<OpenSessionByLink> = async (request, response) => {
  const { context, params } = request;
  const { customer } = await requireLink(context.database, 'sign-in', params.key);
  await takeLink(context.database, 'sign-in', params.key);
  await answerSignedIn(request, response, { customer, status: 200 });
};

export default openSessionByLink;
