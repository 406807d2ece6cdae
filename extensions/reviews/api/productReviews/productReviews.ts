import type { Handler } from 'stoa';
import type { ProductReviews } from '../../reviews.gen.ts';
import { findProductId } from '../../src/find-product-id.ts';
import { reviewsOfProducts } from '../../src/read-reviews.ts';
import { jsonOf } from '../../src/review-row.ts';

const productReviews: Handler<ProductReviews> = async (request, response) => {
  const productId = await findProductId(request.context, request.params.productId);
  const [reviews = []] = await reviewsOfProducts(request.context.database, [productId]);
  response.json({ success: true, data: { reviews: reviews.map(jsonOf) } });
};

export default productReviews;
