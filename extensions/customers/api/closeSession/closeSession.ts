import { type Handler, wantsPage } from 'stoa';

// stoa-allow LINT_NO_BODY: signing out needs nothing but the cookie.
const closeSession: Handler = async (request, response) => {
  await request.session.signOut();
  if (wantsPage(request)) response.redirect(303, request.context.url('homepage'));
  else response.json({ success: true, data: {} });
};

export default closeSession;
