import { Facts, Field, Section } from '@stoa/desk-ui';
import { useFormat, useText } from 'stoa';
import type { NewOrderProps, Texts } from '../checkout.gen.ts';

type Looked = NonNullable<NewOrderProps['deskDraft']>['checkout'];

/** What is ordered and what it costs, with the ways to deliver and to pay. */
export function DeskReview({ cart, delivery, payment }: Looked) {
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { goods, reductions, delivery: carriage, fees, total, taxes } = cart.totals;
  const lines = cart.lines.map(({ sku, quantity, variant }) => {
    const names = [variant?.product.name ?? sku, variant?.label].filter(Boolean).join(', ');
    const price = variant === null ? text('review.gone') : money(variant.money * quantity);
    return [`${number(quantity)} × ${names}`, price] as const;
  });
  return (
    <Section title={text('desk.review')} id="review">
      <Choice name="deliveryMethod" label={text('checkout.delivery')} options={delivery} />
      <Choice name="paymentMethod" label={text('checkout.payment')} options={payment} />
      <Facts
        items={[
          ...lines,
          [text.plain('review.goods'), money(goods)],
          ...reductions.map(({ label, amount }) => [label, money(0 - amount)] as const),
          ...(carriage === null ? [] : [[text.plain('review.delivery'), money(carriage)] as const]),
          ...(fees > 0 ? [[text.plain('review.fees'), money(fees)] as const] : []),
          [text.plain('review.total'), <strong key="total">{money(total)}</strong>],
          ...taxes.map(({ rate, tax }) => [text.plain('review.tax', { rate: rate / 10_000 }), money(tax)] as const),
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
