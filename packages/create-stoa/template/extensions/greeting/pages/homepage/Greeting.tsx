import type { Layout } from 'stoa';
import styles from './Greeting.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 1 };
export const query = /* GraphQL */ `
  query { greeting }
`;

export default function Greeting({ greeting }: { readonly greeting: string }) {
  return <p className={styles.greeting}>{greeting}</p>;
}
