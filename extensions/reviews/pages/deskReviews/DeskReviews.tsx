import { Filters, HiddenField, Saved, Title, useList } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import type { DeskReviewsProps, Layout, MoveReviews, Texts } from '../../reviews.gen.ts';
import { DeskReviewTable } from '../../src/desk-review-table.tsx';
import { listedState } from '../../src/desk-reviews.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskReviews(
      state: getContextValue("state")
      product: getContextValue("product")
      page: getContextValue("page")
    ) {
      pages
      reviews { id author rating comment createdAt state deskUrl moveUrl isOfShop product { name } }
    }
    move: url(routeId: "moveReviews")
  }
`;

/** What is to be read, and what was. */
export default function DeskReviews({ deskReviews, move }: DeskReviewsProps) {
  const { address, asked } = useList();
  const form = useForm<MoveReviews>('moveReviews');
  const seen = listedState(usePage().query.state);
  const text = useText<Texts>();
  const pages = deskReviews?.pages ?? 1;
  return (
    <>
      <Title title={text.plain('desk.reviews')} />
      <Saved of={{ state: text('desk.savedState') }} />
      <Filters
        selects={[
          {
            name: 'state',
            label: text.plain('desk.state'),
            options: [
              ['', text.plain('desk.waiting')],
              ['published', text.plain('desk.published')],
              ['hidden', text.plain('desk.hidden')],
              ['all', text.plain('desk.all')],
            ],
          },
        ]}
        keep={['product']}
      />
      <DeskReviewTable
        reviews={deskReviews?.reviews ?? []}
        isOfMany
        next={address({ page: String(Math.min(asked, pages)), saved: 'state' })}
        pages={pages}
        bulk={{
          action: move,
          form,
          name: 'reviews',
          fields: seen !== null && <HiddenField name="seen" value={seen} />,
          actions: [
            { value: 'PUBLISHED', label: text('desk.publish') },
            { value: 'HIDDEN', label: text('desk.hide') },
          ],
        }}
      />
    </>
  );
}
