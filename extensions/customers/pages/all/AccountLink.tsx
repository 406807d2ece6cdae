import { usePage, useText } from 'stoa';
import type { AccountLinkProps, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'headerLinks', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    account: url(routeId: "account")
    signIn: url(routeId: "signIn")
  }
`;

export default function AccountLink({ account, signIn }: AccountLinkProps) {
  const { routeId, userId } = usePage();
  const text = useText<Texts>();
  const [address, name, page] =
    userId === null
      ? ([signIn, text('signIn.title'), 'signIn'] as const)
      : ([account, text('account.link'), 'account'] as const);
  if (address === null) return null;
  return (
    <a href={address} aria-current={routeId === page ? 'page' : undefined}>
      {name}
    </a>
  );
}
