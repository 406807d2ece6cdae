import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangeMember } from '../../desk.gen.ts';
import { changeRole } from '../../src/member-store.ts';
import { requireRole } from '../../src/roles.ts';

/** The member's sessions end, since they have the permissions of before. */
const changeMember: Handler<ChangeMember> = async (request, response) => {
  const { context, body, params, session } = request;
  requireRole(context.settings, body.role);
  await context.database.transaction(async (transaction) => {
    await changeRole(transaction, params.customerId, body.role);
    // A failure takes the change back, so that a second try ends them. The call below ends those that began meanwhile.
    await session.signOutUser(params.customerId);
  });
  await session.signOutUser(params.customerId);
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'role' });
};

export default changeMember;
