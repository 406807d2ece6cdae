import { useText } from 'stoa';
import type { Texts } from '../orders.gen.ts';

interface OrderLacksProps {
  readonly lines: readonly { readonly sku: string; readonly name: string }[];
  readonly missing: readonly string[];
  readonly refusedVouchers: readonly string[];
  readonly voucherProblems: readonly string[];
}

/** What was sold out, and which vouchers could not be used, and why: on the page and in mails. */
export function OrderLacks({ lines, missing, refusedVouchers, voucherProblems }: OrderLacksProps) {
  const text = useText<Texts>();
  const names = lines.filter(({ sku }) => missing.includes(sku)).map(({ name }) => name);
  return (
    <>
      {names.length > 0 && <p>{text('order.missing', { names: names.join(', ') })}</p>}
      {refusedVouchers.map((code, index) => (
        <p key={code}>{text('order.refusedVoucher', { code, problem: voucherProblems[index] ?? 'NONE' })}</p>
      ))}
    </>
  );
}
