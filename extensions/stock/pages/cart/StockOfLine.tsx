import { useText } from 'stoa';
import type { Layout, StockOfLineProps, Texts } from '../../stock.gen.ts';
import styles from './StockOfLine.module.css';

export const layout: Layout = { areaId: 'cartLine', sortOrder: 10 };
export const query = /* GraphQL */ `
  fragment line on CartLine { quantity variant { available } }
`;

/** Says so where a line wants more pieces than can be bought. */
export default function StockOfLine({ quantity, variant }: StockOfLineProps) {
  const text = useText<Texts>();
  const available = variant?.available ?? null;
  if (available === null || available >= quantity) return null;
  return <p className={styles.short}>{text(available > 0 ? 'stock.few' : 'stock.none', { count: available })}</p>;
}
