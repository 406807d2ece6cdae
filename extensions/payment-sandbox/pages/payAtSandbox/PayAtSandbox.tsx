import { Head, useForm, useFormat, useShop, useText } from 'stoa';
import type { DecidePayment, Layout, PayAtSandboxProps, Texts } from '../../payment-sandbox.gen.ts';
import { shownAmount } from '../../src/shown-amount.ts';
import styles from './PayAtSandbox.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    sandboxSession(id: getContextValue("sessionId")) { id status amount description returnUrl }
    action: url(routeId: "decidePayment", params: { sessionId: getContextValue("sessionId") })
  }
`;

export default function PayAtSandbox({ sandboxSession, action }: PayAtSandboxProps) {
  const text = useText<Texts>();
  const format = useFormat();
  const { currency } = useShop();
  const { message } = useForm<DecidePayment>('decidePayment');
  if (sandboxSession == null || action === null) return null;
  const { status, amount, description, returnUrl } = sandboxSession;
  return (
    <div className={styles.card}>
      <Head title={text.plain('sandbox.title')} noindex />
      <p className={styles.note}>{text('sandbox.note')}</p>
      <h1>{text('sandbox.title')}</h1>
      <p>{description}</p>
      <p className={styles.amount}>{format.money(shownAmount(amount, currency))}</p>
      {message !== undefined && <p role="alert">{message}</p>}
      {status === 'open' && (
        <form method="post" action={action} className={styles.choices}>
          <button type="submit" name="decision" value="pay">
            {text('sandbox.pay')}
          </button>
          <button type="submit" name="decision" value="decline">
            {text('sandbox.decline')}
          </button>
        </form>
      )}
      {status === 'complete' && <p role="status">{text('sandbox.paid')}</p>}
      {status === 'expired' && <p role="status">{text('sandbox.expired')}</p>}
      <p>
        <a href={returnUrl}>{text('sandbox.back')}</a>
      </p>
    </div>
  );
}
