import type { Layout, VariantUnitPriceProps } from '../../catalog.gen.ts';
import { UnitPrice } from '../../src/unit-price.tsx';

export const layout: Layout = { areaId: 'variantPrice', sortOrder: 10 };
export const query = /* GraphQL */ `
  fragment variantPrice on Variant { money content { amount unit } }
`;

/** What a kilogram or a litre costs, beside the price of each variant in a list, also of other extensions. */
export default function VariantUnitPrice({ money, content }: VariantUnitPriceProps) {
  return <UnitPrice money={money} content={content} />;
}
