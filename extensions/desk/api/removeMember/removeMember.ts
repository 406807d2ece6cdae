import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveMember } from '../../desk.gen.ts';
import { removeMember } from '../../src/member-store.ts';

const handler: Handler<RemoveMember> = async (request, response) => {
  const { context, params, session } = request;
  await context.database.transaction((transaction) => removeMember(transaction, params.customerId));
  await session.signOutUser(params.customerId);
  answerSaved(request, response, { page: () => context.url('deskMembers'), saved: 'removal' });
};

export default handler;
