import { type Handler, wantsPage } from 'stoa';
import type { InviteMember } from '../../desk.gen.ts';
import { makeInvitation } from '../../src/invitation-store.ts';
import { requireRole } from '../../src/roles.ts';

const inviteMember: Handler<InviteMember> = async (request, response) => {
  const { context, body, user } = request;
  requireRole(context.settings, body.role);
  const key = await context.database.transaction(async (transaction) => {
    await transaction.record({ action: 'member.invited', subject: 'desk', to: { role: body.role } });
    return await makeInvitation(transaction, body.role, user.id);
  });
  if (wantsPage(request)) response.redirect(303, `${context.url('deskMembers')}?invited=${key}`);
  else response.status(201).json({ success: true, data: { path: `${context.url('deskJoin')}?key=${key}` } });
};

export default inviteMember;
