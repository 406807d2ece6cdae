import { useText } from 'stoa';
import type { Layout, SignOutProps, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'deskAccount', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { signOut: url(routeId: "closeSession") }
`;

export default function SignOut({ signOut }: SignOutProps) {
  const text = useText<Texts>();
  if (signOut === null) return null;
  return (
    <form method="post" action={signOut}>
      <button type="submit">{text('account.signOut')}</button>
    </form>
  );
}
