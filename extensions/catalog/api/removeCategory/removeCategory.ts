import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveCategory } from '../../catalog.gen.ts';
import { removeCategory as remove } from '../../src/desk/change-categories.ts';

const removeCategory: Handler<RemoveCategory> = async (request, response) => {
  const { context, params } = request;
  await remove(context, params.categoryId);
  answerSaved(request, response, { page: () => context.url('deskCategories'), saved: 'removed' });
};

export default removeCategory;
