import type { Handler } from 'stoa';
import type { OpenSession } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

const openSession: Handler<OpenSession> = (request, response) => {
  const { secret, next } = request.body;
  const cookie = operatingOf(request.context).signIn(secret.trim());
  if (cookie === undefined) throw refusal(401, 'This is not the token.');
  response.append('set-cookie', cookie);
  response.redirect(303, request.session.safeNext(next) ?? request.context.url('overview'));
};

export default openSession;
