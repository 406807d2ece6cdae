import { useForm, useText } from 'stoa';
import type { Layout, RequestStock, StockRequestProps, Texts } from '../../stock.gen.ts';
import styles from './StockRequest.module.css';

export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 6 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { variants { sku label available } }
    action: url(routeId: "requestStock", params: { productId: getContextValue("productId") })
  }
`;

/** Where a variant is sold out: who wants a mail when it is there again. */
export default function StockRequest({ product, action }: StockRequestProps) {
  const { values, message } = useForm<RequestStock>('requestStock');
  const text = useText<Texts>();
  const soldOut = product?.variants.filter(({ available }) => available !== null && available <= 0) ?? [];
  const [first, ...others] = soldOut;
  if (action === null || first === undefined) return null;
  return (
    <form id="stock-request" className={styles.form} method="post" action={`${action}#stock-request`}>
      <p>{text('request.lead')}</p>
      {message !== undefined && <p role="alert">{text('request.wrong')}</p>}
      {others.length === 0 ? (
        <input type="hidden" name="sku" value={first.sku} />
      ) : (
        <>
          <label htmlFor="stock-sku">{text('request.variant')}</label>
          <select id="stock-sku" name="sku" defaultValue={values.sku ?? first.sku}>
            {soldOut.map(({ sku, label }) => (
              <option key={sku} value={sku}>
                {label ?? sku}
              </option>
            ))}
          </select>
        </>
      )}
      <label htmlFor="stock-email">{text('request.email')}</label>
      <input
        id="stock-email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={values.email}
        aria-invalid={message === undefined ? undefined : true}
      />
      <button type="submit">{text('request.send')}</button>
    </form>
  );
}
