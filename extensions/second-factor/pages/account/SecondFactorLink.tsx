import { useText } from 'stoa';
import type { Layout, SecondFactorLinkProps, Texts } from '../../second-factor.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { page: url(routeId: "accountSecondFactor") }
`;

export default function SecondFactorLink({ page }: SecondFactorLinkProps) {
  const text = useText<Texts>();
  if (page === null) return null;
  return (
    <p>
      <a href={page}>{text('factor.title')}</a>
    </p>
  );
}
