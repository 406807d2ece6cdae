import type { Handler } from 'stoa';

// stoa-allow LINT_NO_BODY: signing out needs nothing but the cookie.
const closeSession: Handler = async (request, response) => {
  await request.session.signOut();
  response.redirect(303, request.context.url('signIn'));
};

export default closeSession;
