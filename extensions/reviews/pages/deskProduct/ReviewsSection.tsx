import { Saved, Section } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { Layout, ReviewsSectionProps, Texts } from '../../reviews.gen.ts';
import { DeskReviewTable } from '../../src/desk-review-table.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 80 };
export const permissions = ['reviews:moderate'];
export const query = /* GraphQL */ `
  query {
    ofProduct: deskReviews(product: getContextValue("productId"), state: "all", first: 5) {
      reviews { id author rating comment createdAt state deskUrl moveUrl isOfShop product { name } }
    }
    product(id: getContextValue("productId")) { productId }
    reviews: url(routeId: "deskReviews")
  }
`;

/** The newest reviews of the product. */
export default function ReviewsSection({ ofProduct, product, reviews }: ReviewsSectionProps) {
  const { path } = usePage();
  const text = useText<Texts>();
  const all = new URLSearchParams({ state: 'all', product: product?.productId ?? '' });
  return (
    <Section title={text('desk.reviews')} id="reviews">
      <Saved of={{ review: text('desk.savedState') }} />
      <DeskReviewTable reviews={ofProduct?.reviews ?? []} next={`${path}?saved=review#reviews`} />
      {reviews !== null && product !== null && <a href={`${reviews}?${all}`}>{text('desk.ofProduct')}</a>}
    </Section>
  );
}
