import type { Layout, PriceReductionProps } from '../../pricing.gen.ts';
import { Reduction } from '../../src/reduction.tsx';

export const layout: Layout = { areaId: 'productPrice', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { money priorMoney }
  }
`;

/** The lowest price before a reduction, beside the price. Nothing for what is not reduced. */
export default function PriceReduction({ product }: PriceReductionProps) {
  return product === null ? null : <Reduction {...product} />;
}
