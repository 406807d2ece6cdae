import type { CardReductionProps, Layout } from '../../pricing.gen.ts';
import { Reduction } from '../../src/reduction.tsx';

export const layout: Layout = { areaId: 'productCard', sortOrder: 20 };
export const query = /* GraphQL */ `
  fragment card on Product { money priorMoney }
`;

/** The lowest price before a reduction, on a card in a list. Nothing for what is not reduced. */
export default function CardReduction(product: CardReductionProps) {
  return <Reduction {...product} />;
}
