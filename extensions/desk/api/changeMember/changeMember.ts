import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangeMember } from '../../desk.gen.ts';
import { changeAndSignOut } from '../../src/change-and-sign-out.ts';
import { changeRole } from '../../src/member-store.ts';
import { requireRole } from '../../src/roles.ts';

/** The member's sessions end, since they have the permissions of before. */
const changeMember: Handler<ChangeMember> = async (request, response) => {
  const { context, body, params, session } = request;
  requireRole(context.settings, body.role);
  await changeAndSignOut(context.database, session, {
    id: params.customerId,
    change: (transaction) => changeRole(transaction, params.customerId, body.role),
  });
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'role' });
};

export default changeMember;
