import type { Handler } from 'stoa';
import type { RemovePicture } from '../../product-pictures.gen.ts';
import { answerSaved } from '../../src/answer-saved.ts';
import { removePicture as remove } from '../../src/change-pictures.ts';

const removePicture: Handler<RemovePicture> = async (request, response) => {
  const { body, context, params } = request;
  await remove(context, params.productId, body.picture);
  answerSaved(request, response, params.productId);
};

export default removePicture;
