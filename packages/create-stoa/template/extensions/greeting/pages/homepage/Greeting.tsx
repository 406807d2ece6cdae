import type { GreetingProps, Layout } from '../../greeting.gen.ts';
import styles from './Greeting.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 1 };
export const query = /* GraphQL */ `
  query { greeting }
`;

export default function Greeting({ greeting }: GreetingProps) {
  return <p className={styles.greeting}>{greeting}</p>;
}
