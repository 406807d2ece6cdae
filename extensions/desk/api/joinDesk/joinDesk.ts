import { type Handler, wantsPage } from 'stoa';
import type { JoinDesk } from '../../desk.gen.ts';
import { changeAndSignOut } from '../../src/change-and-sign-out.ts';
import { takeInvitation } from '../../src/invitation-store.ts';
import { findRole, storeMember } from '../../src/member-store.ts';
import { permissionsOf } from '../../src/roles.ts';

/** The person has the permissions at once: the session is a new one. */
const joinDesk: Handler<JoinDesk> = async (request, response) => {
  const { context, body, user, session } = request;
  const { data } = await context.query('{ me { name email } }');
  const { name = null, email = null } = data?.me ?? {};
  // In other browsers, a member who gets another role has the permissions of before.
  const role = await changeAndSignOut(context.database, session, {
    id: user.id,
    async change(transaction) {
      const taken = await takeInvitation(transaction, body.key);
      await storeMember(transaction, { customerId: user.id, role: taken.role, name, email });
      return taken.role;
    },
  });
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
