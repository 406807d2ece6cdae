import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddPicture } from '../../product-pictures.gen.ts';
import { addPicture as add } from '../../src/change-pictures.ts';

const addPicture: Handler<AddPicture> = async (request, response) => {
  const { body, context, files, params } = request;
  await add(context, { ...params, upload: files.picture, alt: (body.alt ?? '').trim() });
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'pictures' });
};

export default addPicture;
