import { useShop } from 'stoa';
import type { FooterProps, Layout } from '../../catalog.gen.ts';
import styles from './Footer.module.css';

export const layout: Layout = { areaId: 'footer', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

export default function Footer({ home }: FooterProps) {
  const { name } = useShop();
  return (
    <div className={styles.footer}>
      <div className={styles.bar}>
        <p>{name}: supplements, teas and good food. This is a demonstration: nothing here is for sale.</p>
        <a href={home ?? '/'}>All products</a>
      </div>
    </div>
  );
}
