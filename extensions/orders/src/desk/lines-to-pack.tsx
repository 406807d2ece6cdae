import { useFormat, useText } from 'stoa';
import type { Texts } from '../../orders.gen.ts';

interface LinesToPackProps {
  readonly lines: readonly {
    readonly sku: string;
    readonly name: string;
    readonly label: string | null;
    readonly quantity: number;
    /** Numbers of the orders that have it. */
    readonly orders?: readonly string[];
  }[];
  /** Whether the last column has the orders. */
  readonly ofSeveral?: boolean;
}

/** Pieces, products and SKUs, without prices. */
export function LinesToPack({ lines, ofSeveral = false }: LinesToPackProps) {
  const text = useText<Texts>();
  const { number } = useFormat();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text('desk.pieces')}</th>
          <th scope="col">{text('summary.product')}</th>
          <th scope="col">SKU</th>
          {ofSeveral && <th scope="col">{text('desk.orders')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, name, label, quantity, orders = [] }) => (
          <tr key={sku}>
            <td>{number(quantity)}</td>
            <td>
              <bdi>{[name, label].filter(Boolean).join(' · ')}</bdi>
            </td>
            <td>{sku}</td>
            {ofSeveral && <td>{orders.join(', ')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
