import { useText } from 'stoa';
import type { Layout, StockRequestProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 6 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { productId variants { sku label available } }
    action: url(routeId: "requestStock", params: { productId: getContextValue("productId") })
  }
`;

/** Where a variant is sold out: who wants a mail when it is there again. */
export default function StockRequest({ product, action }: StockRequestProps) {
  const text = useText<Texts>();
  const soldOut = product?.variants.filter(({ available }) => available !== null && available <= 0) ?? [];
  const [first, ...others] = soldOut;
  if (action === null || product === null || first === undefined) return null;
  // The page that shows a refusal leads back to the product.
  const path = `${action}?product=${encodeURIComponent(product.productId)}`;
  return (
    <form id="stock-request" method="post" action={path}>
      <p>{text('request.lead')}</p>
      {others.length === 0 ? (
        <input type="hidden" name="sku" value={first.sku} />
      ) : (
        <p>
          <label htmlFor="stock-sku">{text('request.variant')}</label>
          <select id="stock-sku" name="sku" defaultValue={first.sku}>
            {soldOut.map(({ sku, label }) => (
              <option key={sku} value={sku}>
                {label ?? sku}
              </option>
            ))}
          </select>
        </p>
      )}
      <p>
        <label htmlFor="stock-email">{text('request.email')}</label>
        <input id="stock-email" name="email" type="email" autoComplete="email" required maxLength={254} />
      </p>
      <button type="submit">{text('request.send')}</button>
    </form>
  );
}
