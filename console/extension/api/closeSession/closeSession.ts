import type { Handler } from 'stoa';
import { operatingOf } from '../../src/operating-of.ts';

// stoa-allow LINT_NO_BODY: signing out needs nothing but the cookie.
const closeSession: Handler = (request, response) => {
  response.append('set-cookie', operatingOf(request.context).signOut());
  response.redirect(303, request.context.url('signIn'));
};

export default closeSession;
