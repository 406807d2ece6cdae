import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveMember } from '../../desk.gen.ts';
import { removeMember as remove } from '../../src/member-store.ts';
import { forgetViews } from '../../src/view-store.ts';

const removeMember: Handler<RemoveMember> = async (request, response) => {
  const { context, params, session } = request;
  await context.database.transaction(async (transaction) => {
    await remove(transaction, params.customerId);
    await forgetViews(transaction, params.customerId);
    // A failure takes the change back, so that a second try ends them. The call below ends those that began meanwhile.
    await session.signOutUser(params.customerId);
  });
  await session.signOutUser(params.customerId);
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'removal' });
};

export default removeMember;
