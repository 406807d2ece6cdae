import { useFormat, useText } from 'stoa';
import type { Texts } from '../../orders.gen.ts';
import { type NamedPieces, nameOf } from '../parcels.ts';

interface LinesToPackProps {
  /** With the numbers of the orders that have a line. */
  readonly lines: readonly (NamedPieces & { readonly orders?: readonly string[] })[];
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
        {lines.map(({ orders = [], ...line }) => (
          <tr key={line.sku}>
            <td>{number(line.quantity)}</td>
            <td>
              <bdi>{nameOf(line)}</bdi>
            </td>
            <td>{line.sku}</td>
            {ofSeveral && <td>{orders.join(', ')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
