import { Area, useFormat, useFormKey, useText } from 'stoa';
import type { BuyFormProps, Layout, Texts } from '../../cart.gen.ts';
import { mostPieces } from '../../src/cart-limits.ts';
import styles from './BuyForm.module.css';

export const layout: Layout = { areaId: 'productBuyBox', sortOrder: 0 };
export const areas = ['variantPrice'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) { variants { sku label money } }
    action: url(routeId: "addToCart")
  }
`;

/** Which variant, how many, and one button. */
export default function BuyForm({ product, action }: BuyFormProps) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const formKey = useFormKey();
  const [first, ...others] = product?.variants ?? [];
  if (action === null || first === undefined) return null;
  return (
    <form id="buy" className={styles.form} method="post" action={action} aria-label={text.plain('buy.title')}>
      <input type="hidden" name="formKey" value={formKey} />
      {others.length === 0 ? (
        <input type="hidden" name="sku" value={first.sku} />
      ) : (
        <fieldset>
          <legend>{text('buy.variant')}</legend>
          {[first, ...others].map((variant) => (
            <label key={variant.sku} className={styles.variant}>
              <input type="radio" name="sku" value={variant.sku} required defaultChecked={variant === first} />
              <span>{variant.label ?? variant.sku}</span>{' '}
              <span className={styles.price}>
                <span>{money(variant.money)}</span>
                <Area id="variantPrice" item={variant} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label htmlFor="buy-quantity">{text('buy.quantity')}</label>
      <div className={styles.row}>
        <input
          id="buy-quantity"
          className={styles.quantity}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostPieces}
          required
          defaultValue={1}
        />
        <button type="submit">{text('buy.add')}</button>
      </div>
    </form>
  );
}
