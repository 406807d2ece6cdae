import { useFormat, useText } from 'stoa';
import type { NewOrderProps, Texts } from '../checkout.gen.ts';

type Cart = NonNullable<NewOrderProps['deskDraft']>['checkout']['cart'];

interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: true;
}

/** What is ordered, and what all of it costs, in words: for the checkout and for the desk. */
export function useReview({ lines, totals }: Cart) {
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { goods, reductions, delivery, fees, total, taxes } = totals;
  const sums: readonly Sum[] = [
    { label: text.plain('review.goods'), amount: money(goods) },
    ...reductions.map(({ label, amount }) => ({ label, amount: money(0 - amount) })),
    ...(delivery === null ? [] : [{ label: text.plain('review.delivery'), amount: money(delivery) }]),
    ...(fees > 0 ? [{ label: text.plain('review.fees'), amount: money(fees) }] : []),
    { label: text.plain('review.total'), amount: money(total), isTotal: true },
    ...taxes.map(({ rate, tax }) => ({
      label: text.plain('review.tax', { rate: rate / 10_000 }),
      amount: money(tax),
    })),
  ];
  return {
    lines: lines.map(({ sku, quantity, variant }) => ({
      sku,
      variant,
      name: `${number(quantity)} × ${[variant?.product.name ?? sku, variant?.label].filter(Boolean).join(', ')}`,
      price: variant === null ? text.plain('review.gone') : money(variant.money * quantity),
    })),
    sums,
  };
}
