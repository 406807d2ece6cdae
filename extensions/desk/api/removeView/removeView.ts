import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveView } from '../../desk.gen.ts';
import { removeView as remove } from '../../src/view-store.ts';

const removeView: Handler<RemoveView> = async (request, response) => {
  const { context, params, user } = request;
  await context.database.transaction((transaction) => remove(transaction, user.id, params.viewId));
  answerSaved(request, response, { page: () => context.url('deskViews'), saved: 'removed' });
};

export default removeView;
