import { Badge, Form, Table } from '@stoa/desk-ui';
import type { ComponentProps } from 'react';
import { useFormat, useText } from 'stoa';
import type { DeskReviewsProps, Texts } from '../reviews.gen.ts';
import styles from './desk-review-table.module.css';
import { foldText } from './fold-text.ts';
import { Stars } from './stars.tsx';

type Review = NonNullable<DeskReviewsProps['deskReviews']>['reviews'][number];

interface DeskReviewTableProps extends Pick<ComponentProps<typeof Table>, 'pages' | 'bulk'> {
  readonly reviews: readonly Review[];
  /** Where a form returns to. */
  readonly next: string;
  /** The reviews are not of one product alone. */
  readonly isOfMany?: boolean;
}

const tones = { WAITING: 'warn', PUBLISHED: 'good', HIDDEN: 'neutral' } as const;

/** Reviews, each with the buttons that publish and hide it. */
export function DeskReviewTable({ reviews, next, isOfMany = false, pages, bulk }: DeskReviewTableProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
  return (
    <Table
      caption={text.plain('desk.reviews')}
      columns={[
        { key: 'author', label: text.plain('desk.author') },
        { key: 'comment', label: text.plain('desk.comment') },
        { key: 'state', label: text.plain('desk.state') },
        { key: 'change', label: text.plain('desk.change') },
      ]}
      rows={reviews.map((review) => ({
        key: review.id,
        href: review.deskUrl,
        cells: {
          author: <bdi>{review.author}</bdi>,
          comment: (
            <div className={styles.text}>
              <Stars rating={review.rating} /> <time dateTime={review.createdAt}>{day(review.createdAt)}</time>
              {isOfMany && <> · {review.product?.name ?? text(review.isOfShop ? 'desk.shop' : 'desk.notShown')}</>}
              <div className={styles.comment} dir="auto">
                {shortened(review.comment)}
              </div>
            </div>
          ),
          state: <StateBadge state={review.state} />,
          change: <MoveForms {...review} next={next} />,
        },
      }))}
      empty={text('desk.none')}
      pages={pages}
      bulk={bulk}
    />
  );
}

export function StateBadge({ state }: Pick<Review, 'state'>) {
  const text = useText<Texts>();
  const labels = { WAITING: 'desk.waiting', PUBLISHED: 'desk.published', HIDDEN: 'desk.hidden' } as const;
  return <Badge tone={tones[state]}>{text(labels[state])}</Badge>;
}

interface MoveFormsProps extends Pick<Review, 'state' | 'moveUrl'>, Pick<ComponentProps<typeof Form>, 'form'> {
  readonly next?: string;
}

/** The buttons that publish and hide a review: those that change something. */
export function MoveForms({ state, moveUrl, form, next }: MoveFormsProps) {
  const text = useText<Texts>();
  const refused = form?.values.state === 'HIDDEN' || state === 'PUBLISHED' ? 'HIDDEN' : 'PUBLISHED';
  const moves = (['PUBLISHED', 'HIDDEN'] as const).filter((to) => to !== state);
  return (
    <div className="desk-actions">
      {moves.map((to) => (
        <div key={to}>
          <Form
            action={moveUrl}
            form={to === refused ? form : undefined}
            submit={text(to === 'PUBLISHED' ? 'desk.publish' : 'desk.hide')}
            hidden={{ seen: state, next, state: to }}
            inline
          />
        </div>
      ))}
    </div>
  );
}

function shortened(comment: string): string {
  const { start, rest } = foldText(comment);
  return rest === '' ? start : `${start} …`;
}
