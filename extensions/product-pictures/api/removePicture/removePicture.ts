import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemovePicture } from '../../product-pictures.gen.ts';
import { removePicture as remove } from '../../src/change-pictures.ts';

const removePicture: Handler<RemovePicture> = async (request, response) => {
  const { body, context, params } = request;
  await remove(context, params.productId, body.picture);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'pictures' });
};

export default removePicture;
