import type { SubscriberOf } from '../../product-pictures.gen.ts';
import { removePicturesOf } from '../../src/change-pictures.ts';

const forget: SubscriberOf<'product.deleted'> = async ({ payload }, context) => {
  await removePicturesOf(context, payload.productId);
};

export default forget;
