import { Facts, Field, Form, Notice, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useFormat, useText } from 'stoa';
import type { AnswerReview, DeskReviewProps, Layout, MoveReview, Texts } from '../../reviews.gen.ts';
import styles from '../../src/desk-review-table.module.css';
import { MoveForms, StateBadge } from '../../src/desk-review-table.tsx';
import { Stars } from '../../src/stars.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskReview(id: getContextValue("reviewId")) {
      author rating comment createdAt state bought answer answeredAt helpful moveUrl
      isOfShop product { name url }
    }
    action: url(routeId: "answerReview", params: { reviewId: getContextValue("reviewId") })
    list: url(routeId: "deskReviews")
  }
`;

/** One review in full, with the forms that publish, hide and answer it. */
export default function DeskReview({ deskReview, action, list }: DeskReviewProps) {
  const moved = useForm<MoveReview>('moveReview');
  const text = useText<Texts>();
  const { day, number } = useFormat();
  if (deskReview === null) return null;
  const { author, rating, comment, createdAt, state, bought, helpful, moveUrl, isOfShop, product } = deskReview;
  const unlinked = text(isOfShop ? 'desk.shop' : 'desk.notShown');
  const about = product === null ? unlinked : <a href={product.url ?? undefined}>{product.name}</a>;
  return (
    <>
      <Title title={text.plain('desk.review', { author })} back={{ href: list, label: text('desk.reviews') }} />
      <Saved of={{ state: text('desk.savedState'), answer: text('desk.savedAnswer') }} />
      <Section title={text('desk.comment')}>
        <p className={styles.comment} dir="auto">
          {comment}
        </p>
        <Facts
          items={[
            [text.plain('desk.rating'), <Stars key="rating" rating={rating} />],
            [text.plain('desk.product'), about],
            [text.plain('desk.written'), day(createdAt)],
            [text.plain('desk.bought'), text(bought ? 'desk.yes' : 'desk.no')],
            [text.plain('desk.helpful'), number(helpful)],
          ]}
        />
      </Section>
      <Section title={text('desk.state')} actions={<StateBadge state={state} />}>
        <MoveForms state={state} moveUrl={moveUrl} form={moved} />
      </Section>
      {action !== null && <AnswerForm {...deskReview} action={`${action}#answer`} />}
    </>
  );
}

interface AnswerFormProps extends Pick<NonNullable<DeskReviewProps['deskReview']>, 'answer' | 'answeredAt'> {
  readonly action: string;
}

/** What the shop says to the review. A refused form also shows what is there now. */
function AnswerForm({ answer, answeredAt, action }: AnswerFormProps) {
  const form = useForm<AnswerReview>('answerReview');
  const text = useText<Texts>();
  return (
    <Section title={text('desk.answer')} id="answer">
      <Form action={action} form={form} submit={text('desk.save')} hidden={{ seen: answeredAt ?? '' }}>
        {form.message !== undefined && answer !== null && (
          <Notice tone="neutral">
            {text('desk.answerNow')}: <span dir="auto">{answer}</span>
          </Notice>
        )}
        <Field
          name="answer"
          label={text('desk.answer')}
          isLabelHidden
          hint={text('desk.answerHint')}
          type="textarea"
          value={answer}
          maxLength={5000}
          dir="auto"
        />
      </Form>
    </Section>
  );
}
