import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangePicture } from '../../product-pictures.gen.ts';
import { changePicture as change } from '../../src/change-pictures.ts';

const changePicture: Handler<ChangePicture> = async (request, response) => {
  const { body, context, params } = request;
  await change(context, { ...body, ...params, alt: (body.alt ?? '').trim() });
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'pictures' });
};

export default changePicture;
