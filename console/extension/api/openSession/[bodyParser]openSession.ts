import type { Handler } from 'stoa';
import type { OpenSession } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

const openSession: Handler<OpenSession> = async (request, response) => {
  const { secret, next } = request.body;
  if (!operatingOf(request.context).admits(secret.trim())) throw refusal(401, 'This is not the token.');
  await request.session.signIn({ id: 'operator' });
  response.redirect(303, request.session.safeNext(next) ?? request.context.url('overview'));
};

export default openSession;
