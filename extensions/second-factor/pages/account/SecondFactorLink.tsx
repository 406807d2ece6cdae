import { useText } from 'stoa';
import type { Layout, SecondFactorLinkProps, Texts } from '../../second-factor.gen.ts';
import styles from '../../src/second-factor.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 15 };
export const query = /* GraphQL */ `
  query { page: url(routeId: "accountSecondFactor") }
`;

export default function SecondFactorLink({ page }: SecondFactorLinkProps) {
  const text = useText<Texts>();
  if (page === null) return null;
  return (
    <p className={styles.link}>
      <a href={page}>{text('factor.title')}</a>
    </p>
  );
}
