import { usePage } from 'stoa';
import type { AccountLinkProps, Layout } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'headerLinks', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    account: url(routeId: "account")
    signIn: url(routeId: "signIn")
  }
`;

export default function AccountLink({ account, signIn }: AccountLinkProps) {
  const { routeId, userId } = usePage();
  const [address, name, page] =
    userId === null ? ([signIn, 'Sign in', 'signIn'] as const) : ([account, 'Account', 'account'] as const);
  if (address === null) return null;
  return (
    <a href={address} aria-current={routeId === page ? 'page' : undefined}>
      {name}
    </a>
  );
}
