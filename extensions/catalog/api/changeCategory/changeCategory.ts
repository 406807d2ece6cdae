import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangeCategory } from '../../catalog.gen.ts';
import { changeCategory as change } from '../../src/desk/change-categories.ts';

const changeCategory: Handler<ChangeCategory> = async (request, response) => {
  const { body, context, params } = request;
  await change(context, params.categoryId, body);
  answerSaved(request, response, { page: () => context.url('deskCategory', params), saved: 'category' });
};

export default changeCategory;
