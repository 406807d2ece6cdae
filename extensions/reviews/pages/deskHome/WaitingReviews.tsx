import { Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, Texts, WaitingReviewsProps } from '../../reviews.gen.ts';

export const layout: Layout = { areaId: 'deskFigures', sortOrder: 40 };
export const permissions = ['reviews:moderate'];
export const query = /* GraphQL */ `
  query {
    deskReviews(first: 1) { total }
    list: url(routeId: "deskReviews")
  }
`;

/** How many reviews wait to be read. */
export default function WaitingReviews({ deskReviews, list }: WaitingReviewsProps) {
  const text = useText<Texts>();
  if (deskReviews === null) return null;
  const { total } = deskReviews;
  return (
    <Section title={text('desk.reviews')}>
      <p className="desk-figure">{text('desk.number', { count: total })}</p>
      <p>
        <a href={list ?? undefined}>{text('desk.waitingCount', { count: total })}</a>
      </p>
    </Section>
  );
}
