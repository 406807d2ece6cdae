import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { SetCategoryPicture } from '../../catalog.gen.ts';
import { setCategoryPicture as set } from '../../src/desk/category-picture.ts';

const setCategoryPicture: Handler<SetCategoryPicture> = async (request, response) => {
  const { body, context, files, params } = request;
  await set(context, params.categoryId, { ...body, upload: files.picture });
  answerSaved(request, response, { page: () => context.url('deskCategory', params), saved: 'category' });
};

export default setCategoryPicture;
