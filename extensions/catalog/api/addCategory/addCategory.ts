import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddCategory } from '../../catalog.gen.ts';
import { addCategory as add } from '../../src/desk/change-categories.ts';

const addCategory: Handler<AddCategory> = async (request, response) => {
  const { body, context } = request;
  const categoryId = await add(context, body);
  const page = () => context.url('deskCategories');
  answerSaved(request, response, { page, saved: 'category', status: 201, data: { categoryId } });
};

export default addCategory;
