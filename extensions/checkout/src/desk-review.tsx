import { Facts, Field, Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { NewOrderProps, Texts } from '../checkout.gen.ts';
import { useReview } from './use-review.ts';

type Looked = NonNullable<NewOrderProps['deskDraft']>['checkout'];

/** What is ordered and what it costs, with the ways to deliver and to pay. */
export function DeskReview({ cart, delivery, payment }: Looked) {
  const text = useText<Texts>();
  const { lines, sums } = useReview(cart);
  return (
    <Section title={text('desk.review')} id="review">
      <Choice name="deliveryMethod" label={text('checkout.delivery')} options={delivery} />
      <Choice name="paymentMethod" label={text('checkout.payment')} options={payment} />
      <Facts
        items={[
          ...lines.map(({ name, price }) => [name, price] as const),
          ...sums.map(({ label, amount, isTotal }) => [label, isTotal ? <strong>{amount}</strong> : amount] as const),
        ]}
      />
    </Section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: React.ReactNode;
  readonly options: Looked['delivery'];
}

function Choice({ name, label, options }: ChoiceProps) {
  return (
    <Field
      name={name}
      label={label}
      type="select"
      value={options.find(({ isChosen }) => isChosen)?.code}
      options={options.map((option) => [option.code, option.label] as const)}
    />
  );
}
