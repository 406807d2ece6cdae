import { useText } from 'stoa';
import type { Layout, PriceNoteProps, Texts } from '../../pricing.gen.ts';

export const layout: Layout = { areaId: 'productPrice', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { vatIncluded }
`;

/** What the price contains, and what comes on top, as the law of the EU asks for. */
export default function PriceNote({ vatIncluded }: PriceNoteProps) {
  const text = useText<Texts>();
  return (
    <div>
      <small>{text(vatIncluded === false ? 'price.noteWithoutVat' : 'price.note')}</small>
    </div>
  );
}
