import { Head, useFormat, useShop, useText } from 'stoa';
import type { AccountProps, Layout, Texts } from '../../customers.gen.ts';
import styles from './Account.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    me { name email memberSince }
    signOut: url(routeId: "closeSession")
    password: url(routeId: "accountPassword")
    email: url(routeId: "accountEmail")
    addresses: url(routeId: "accountAddresses")
    data: url(routeId: "accountData")
  }
`;

export default function Account({ me, signOut, password, email, addresses, data }: AccountProps) {
  const format = useFormat();
  const { name } = useShop();
  const text = useText<Texts>();
  const links = [
    [password, text('password.title')],
    [email, text('email.title')],
    [addresses, text('address.title')],
    [data, text('data.title')],
  ] as const;
  return (
    <div className={styles.page}>
      <Head title={text.plain('account.titleOfPage', { shop: name })} />
      <h1>{text('account.title')}</h1>
      {me === null ? (
        // A token's subject, or a customer whose account is gone.
        <p>{text('account.noCustomer')}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>{text('account.name')}</dt>
          <dd>{me.name}</dd>
          <dt>{text('account.email')}</dt>
          <dd>{me.email}</dd>
          <dt>{text('account.memberSince')}</dt>
          <dd>
            <time dateTime={me.memberSince}>{format.day(me.memberSince)}</time>
          </dd>
        </dl>
      )}
      {me !== null && (
        <ul className={styles.links}>
          {links.map(([address, name]) => (
            <li key={address}>
              <a href={address ?? undefined}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {signOut !== null && (
        <form method="post" action={signOut}>
          <button type="submit">{text('account.signOut')}</button>
        </form>
      )}
    </div>
  );
}
