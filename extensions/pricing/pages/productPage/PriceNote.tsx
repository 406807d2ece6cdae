import { useText } from 'stoa';
import type { Layout, Texts } from '../../pricing.gen.ts';

export const layout: Layout = { areaId: 'productPrice', sortOrder: 20 };

/** What the price contains, and what comes on top, as the law of the EU asks for. */
export default function PriceNote() {
  const text = useText<Texts>();
  return (
    <div>
      <small>{text('price.note')}</small>
    </div>
  );
}
