import { Head, useFormat, useShop } from 'stoa';
import type { AccountProps, Layout } from '../../customers.gen.ts';
import styles from './Account.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    me { name email memberSince }
    signOut: url(routeId: "closeSession")
  }
`;

export default function Account({ me, signOut }: AccountProps) {
  const format = useFormat();
  const { name } = useShop();
  return (
    <div className={styles.page}>
      <Head title={`Your account – ${name}`} />
      <h1>Your account</h1>
      {me === null ? (
        // A token's subject, or a customer whose account is gone.
        <p>You are signed in, but not as a customer of this shop.</p>
      ) : (
        <dl className={styles.facts}>
          <dt>Name</dt>
          <dd>{me.name}</dd>
          <dt>E-mail</dt>
          <dd>{me.email}</dd>
          <dt>Member since</dt>
          <dd>
            <time dateTime={me.memberSince}>{format.day(me.memberSince)}</time>
          </dd>
        </dl>
      )}
      {signOut !== null && (
        <form method="post" action={signOut}>
          <button type="submit">Sign out</button>
        </form>
      )}
    </div>
  );
}
