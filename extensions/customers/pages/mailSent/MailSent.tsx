import { Head, useShop, useText } from 'stoa';
import type { Layout, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** The same for each address, with an account or without. */
export default function MailSent() {
  const { name: shop } = useShop();
  const text = useText<Texts>();
  const title = text.plain('mailSent.title');
  return (
    <div className={styles.page}>
      <Head title={text.plain('account.titleIn', { title, shop })} noindex />
      <h1>{title}</h1>
      <p>{text('mailSent.hint')}</p>
    </div>
  );
}
