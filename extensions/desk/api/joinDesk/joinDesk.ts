import { type Handler, wantsPage } from 'stoa';
import type { JoinDesk } from '../../desk.gen.ts';
import { takeInvitation } from '../../src/invitation-store.ts';
import { findRole, storeMember } from '../../src/member-store.ts';
import { permissionsOf } from '../../src/roles.ts';

/** The person has the permissions at once: the session is a new one. */
const joinDesk: Handler<JoinDesk> = async (request, response) => {
  const { context, body, user, session } = request;
  const { data } = await context.query('{ me { name email } }');
  const { name = null, email = null } = data?.me ?? {};
  const role = await context.database.transaction(async (transaction) => {
    const taken = await takeInvitation(transaction, body.key);
    await storeMember(transaction, { customerId: user.id, role: taken.role, name, email });
    // In other browsers, a member who gets another role has the permissions of before.
    // A failure takes the change back, so that a second try ends the sessions. The call below ends those that began meanwhile.
    await session.signOutUser(user.id);
    return taken.role;
  });
  await session.signOutUser(user.id);
  const permissions = await permissionsOf(context, { customerId: user.id, role });
  await session.signIn({ id: user.id, permissions });
  // Who changed the role meanwhile could not end a session that was not there yet.
  const roleNow = await findRole(context.database, user.id);
  if (roleNow !== role) {
    const now = await permissionsOf(context, { customerId: user.id, role: roleNow });
    await session.signIn({ id: user.id, permissions: now });
  }
  if (wantsPage(request)) response.redirect(303, context.url('deskHome'));
  else response.json({ success: true, data: { role } });
};

export default joinDesk;
