import { Head, usePage, useText } from 'stoa';
import type { AvailabilityProps, Layout, Texts } from '../../warehouse-stock.gen.ts';
import styles from './Availability.module.css';

export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 5 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { url variants { sku label available } } }
`;

// With more than these, the number helps nothing.
const few = 5;

/** How many pieces of each variant can be bought. Nothing for one that is not counted, which search engines read is in stock. */
export default function Availability({ product }: AvailabilityProps) {
  const { origin, path } = usePage();
  const text = useText<Texts>();
  if (product === null) return null;
  const { url, variants } = product;
  const counted = variants.filter(({ available }) => available !== null);
  // The catalog's offer is of the first one.
  const availability = `https://schema.org/${variants[0]?.available === 0 ? 'OutOfStock' : 'InStock'}`;
  return (
    <>
      <Head
        jsonLd={{
          '@type': 'Product',
          '@id': `${origin}${url ?? path}#product`,
          offers: { '@type': 'Offer', availability },
        }}
      />
      {counted.length > 0 && (
        <ul className={styles.list}>
          {counted.map(({ sku, label, available }) => (
            <li key={sku} className={styles[levelOf(available)]}>
              {label !== null && `${label}: `}
              {text(`stock.${levelOf(available)}`, { count: available ?? 0 })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function levelOf(available: number | null): 'many' | 'few' | 'none' {
  if (available === null || available > few) return 'many';
  return available > 0 ? 'few' : 'none';
}
