import { useFormat, useText } from 'stoa';
import type { Texts } from '../catalog.gen.ts';
import { unitMoney, type VariantContent } from './variant-content.ts';

interface UnitPriceProps {
  readonly money: number;
  readonly content: VariantContent | null;
}

/** What a kilogram or a litre costs, beside the price. Nothing for what is sold by the piece. */
export function UnitPrice({ money, content }: UnitPriceProps) {
  const format = useFormat();
  const text = useText<Texts>();
  if (content === null) return null;
  const isMass = content.unit === 'g' || content.unit === 'kg';
  const price = format.money(unitMoney(money, content));
  const words = text.plain(isMass ? 'product.perKilogram' : 'product.perLitre', { price });
  // With the space in it, a price without it ends with its last digit.
  return <small>{` ${words}`}</small>;
}
