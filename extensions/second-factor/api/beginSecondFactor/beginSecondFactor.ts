import type { Handler } from 'stoa';
import type { BeginSecondFactor } from '../../second-factor.gen.ts';
import { answer } from '../../src/answer.ts';
import { beginFactor, ownerOf } from '../../src/factor-store.ts';
import { setupOf } from '../../src/setup.ts';

/** Nothing is asked for at the sign-in before a code has confirmed that the app has the secret. */
const beginSecondFactor: Handler<BeginSecondFactor> = async (request, response) => {
  const { context, user } = request;
  const secret = await beginFactor(context.database, ownerOf(context, user.id));
  answer(request, response, { page: context.url('accountSecondFactor'), data: await setupOf(context, secret) });
};

export default beginSecondFactor;
