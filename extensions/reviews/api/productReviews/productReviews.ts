import type { Handler } from 'stoa';
import type { ProductReviews } from '../../reviews.gen.ts';
import { findProductId } from '../../src/find-product-id.ts';
import { reviewsOfProducts } from '../../src/review-store.ts';

const productReviews: Handler<ProductReviews> = async (request, response) => {
  const productId = await findProductId(request.context, request.params.productId);
  const [reviews] = await reviewsOfProducts(request.context.database, [productId]);
  response.json({ success: true, data: { reviews } });
};

export default productReviews;
