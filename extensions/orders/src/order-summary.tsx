import { useFormat, useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';
import type { OrderRow } from './order-row.ts';

export type Summary = Pick<OrderRow, 'state' | 'lines' | 'totals' | 'deliveryLabel'>;

/** Lines, totals and the VAT in them, on pages and in mails alike. */
export function OrderSummary({ className, ...order }: Summary & { readonly className?: string }) {
  const text = useText<Texts>();
  const { money, number } = useFormat();
  const { state, lines, totals, deliveryLabel } = order;
  const { reduction, reductions, refunded } = totals;
  // An order that has kept no parts says only the sum.
  const isWhole = reductions.length === 0 && reduction > 0;
  const sums: readonly (readonly [label: React.ReactNode, amount: number])[] = [
    [text('summary.goods'), totals.goods],
    ...(isWhole ? [[text('summary.reduction'), -reduction] as const] : []),
    ...reductions.map(({ label, amount }) => [<bdi key={label}>{label}</bdi>, 0 - amount] as const),
    [text('summary.delivery', { label: deliveryLabel }), totals.delivery],
    ...(totals.fees > 0 ? [[text('summary.fees'), totals.fees] as const] : []),
    [
      <strong key="total">
        {text(totals.taxes.some(({ rate }) => rate > 0) ? 'summary.total' : 'summary.totalWithoutVat')}
      </strong>,
      totals.total,
    ],
    ...totals.taxes.map(({ rate, tax }) => [text('summary.tax', { rate: number(rate / 100) }), tax] as const),
    ...(refunded > 0 ? [[text('summary.refunded', { state }), refunded] as const] : []),
    ...(refunded > 0 && state === 'CONFIRMED' ? [[text('summary.left'), totals.total - refunded] as const] : []),
  ];
  return (
    <table className={className}>
      <thead>
        <tr>
          <th scope="col">{text('summary.product')}</th>
          <th scope="col">{text('summary.quantity')}</th>
          <th scope="col">{text('summary.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, name, label, quantity, gross }) => (
          <tr key={sku}>
            <td>
              <bdi>{name}</bdi> {label !== null && <bdi>{label}</bdi>}
            </td>
            <td>{number(quantity)}</td>
            <td>{money(gross)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, amount], index) => (
          <tr key={index}>
            <th scope="row" colSpan={2}>
              {label}
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
