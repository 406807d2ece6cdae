import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveMember } from '../../desk.gen.ts';
import { changeAndSignOut } from '../../src/change-and-sign-out.ts';
import { removeMember as remove } from '../../src/member-store.ts';
import { forgetViews } from '../../src/view-store.ts';

const removeMember: Handler<RemoveMember> = async (request, response) => {
  const { context, params, session } = request;
  await changeAndSignOut(context.database, session, {
    id: params.customerId,
    async change(transaction) {
      await remove(transaction, params.customerId);
      await forgetViews(transaction, params.customerId);
    },
  });
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'removal' });
};

export default removeMember;
