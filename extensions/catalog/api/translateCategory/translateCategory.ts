import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { TranslateCategory } from '../../catalog.gen.ts';
import { translateCategory as translate } from '../../src/desk/change-categories.ts';

const translateCategory: Handler<TranslateCategory> = async (request, response) => {
  const { body, context, params } = request;
  await translate(context, params.categoryId, body);
  answerSaved(request, response, { page: () => context.url('deskCategory', params), saved: 'category' });
};

export default translateCategory;
