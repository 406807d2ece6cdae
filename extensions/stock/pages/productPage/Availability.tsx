import { useText } from 'stoa';
import { few } from '../../src/few.ts';
import type { AvailabilityProps, Layout, Texts } from '../../stock.gen.ts';
import styles from './Availability.module.css';

export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 5 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { variants { sku label available } } }
`;

/** How many pieces of each variant can be bought. Nothing for one that is not counted. */
export default function Availability({ product }: AvailabilityProps) {
  const text = useText<Texts>();
  const counted = product?.variants.filter(({ available }) => available !== null) ?? [];
  if (counted.length === 0) return null;
  return (
    <ul className={styles.list}>
      {counted.map(({ sku, label, available }) => (
        <li key={sku} className={styles[levelOf(available)]}>
          {label !== null && `${label}: `}
          {text(`stock.${levelOf(available)}`, { count: available ?? 0 })}
        </li>
      ))}
    </ul>
  );
}

function levelOf(available: number | null): 'many' | 'few' | 'none' {
  if (available === null || available > few) return 'many';
  return available > 0 ? 'few' : 'none';
}
