import { Filters, Saved, Title } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { DeskReviewsProps, Layout, Texts } from '../../reviews.gen.ts';
import { DeskReviewTable } from '../../src/desk-review-table.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskReviews(
      state: getContextValue("state")
      product: getContextValue("product")
      page: getContextValue("page")
    ) {
      pages
      reviews { id author rating comment createdAt state deskUrl moveUrl product { name } }
    }
  }
`;

/** What is to be read, and what was. */
export default function DeskReviews({ deskReviews }: DeskReviewsProps) {
  const { path, query } = usePage();
  const text = useText<Texts>();
  const { saved, ...kept } = query;
  const pages = deskReviews?.pages ?? 1;
  const at = Math.min(Math.max(Number(query.page) || 1, 1), pages);
  const address = (page: number | string) => `${path}?${new URLSearchParams({ ...kept, page: String(page) })}`;
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
      />
      <DeskReviewTable
        reviews={deskReviews?.reviews ?? []}
        isOfMany
        next={`${address(at)}&saved=state`}
        page={{ at, total: pages, href: address }}
      />
    </>
  );
}
