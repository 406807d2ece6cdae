import { useForm, useText } from 'stoa';
import type { AddVoucher, Layout, Texts, VouchersProps } from '../../pricing.gen.ts';
import styles from './Vouchers.module.css';

export const layout: Layout = { areaId: 'cartBottom', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    cart { vouchers { code label problem address } }
    action: url(routeId: "addVoucher")
  }
`;

/** The vouchers of the cart, and a form for one more. */
export default function Vouchers({ cart, action }: VouchersProps) {
  const text = useText<Texts>();
  const { values, errors, message } = useForm<AddVoucher>('addVoucher');
  const error = errors.code ?? message;
  if (cart === null || action === null) return null;
  const vouchers = cart.vouchers ?? [];
  return (
    <section id="vouchers" className={styles.vouchers} aria-label={text.plain('voucher.title')}>
      {vouchers.length > 0 && (
        <ul className={styles.list}>
          {vouchers.map(({ code, label, problem, address }) => (
            <li key={code} className={styles.item}>
              <span>
                {label}
                {problem !== null && <span className={styles.error}> {problem}</span>}
              </span>
              <form method="post" action={address}>
                <button type="submit" className={styles.remove} aria-label={text.plain('voucher.removeOf', { code })}>
                  {text('voucher.remove')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} method="post" action={`${action}#vouchers`}>
        <label htmlFor="voucher-code">{text('voucher.label')}</label>
        {error !== undefined && (
          <p className={styles.error} id="voucher-code-error" role="alert">
            {error}
          </p>
        )}
        <div className={styles.row}>
          <input
            id="voucher-code"
            name="code"
            required
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={values.code}
            {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'voucher-code-error' })}
          />
          <button type="submit" className={styles.add}>
            {text('voucher.add')}
          </button>
        </div>
      </form>
    </section>
  );
}
