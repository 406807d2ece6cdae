import type { ReactNode } from 'react';
import { Area, useFormat, useShop, useText } from 'stoa';
import type { CartProps, Texts } from '../cart.gen.ts';
import styles from './cart-item.module.css';
import { mostPieces } from './cart-limits.ts';

type Line = NonNullable<CartProps['cart']>['lines'][number];

/** A line: what it is, how many, and what it costs. */
export function CartItem({ line, children }: { readonly line: Line; readonly children: ReactNode }) {
  const text = useText<Texts>();
  const { money } = useFormat();
  const { sku, quantity, variant, addedMoney } = line;
  if (variant === null)
    return (
      <li className={styles.item}>
        <p className={styles.warning}>{text('cart.gone', { sku })}</p>
        <RemoveForm line={line} name={sku} />
      </li>
    );
  const { label, money: now, product } = variant;
  return (
    <li className={styles.item}>
      <ProductName product={product} label={label} />
      <p className={styles.price}>{money(now * quantity)}</p>
      {quantity > 1 && <p className={styles.each}>{text('cart.each', { price: money(now) })}</p>}
      <Area id="variantPrice" item={variant} />
      {now !== addedMoney && (
        <p className={now > addedMoney ? styles.warning : styles.each}>
          {text(now > addedMoney ? 'cart.dearer' : 'cart.cheaper', { price: money(addedMoney) })}
        </p>
      )}
      {children}
      <div className={styles.actions}>
        <QuantityForm line={line} name={product.name} />
        <RemoveForm line={line} name={product.name} />
      </div>
    </li>
  );
}

type Product = NonNullable<Line['variant']>['product'];

function ProductName({ product, label }: { readonly product: Product; readonly label: string | null }) {
  const { locale, locales } = useShop();
  const { name, url } = product;
  const own = product.locale ?? locales[0];
  const lang = own === locale ? undefined : own;
  return (
    <p className={styles.name}>
      {url === null ? (
        <span lang={lang}>{name}</span>
      ) : (
        <a href={url} lang={lang}>
          {name}
        </a>
      )}
      {label !== null && `, ${label}`}
    </p>
  );
}

interface FormProps {
  readonly line: Line;
  readonly name: string;
}

function QuantityForm({ line, name }: FormProps) {
  const text = useText<Texts>();
  const { address, quantity } = line;
  return (
    <form className={styles.form} method="post" action={address}>
      <input
        className={styles.quantity}
        name="quantity"
        type="number"
        inputMode="numeric"
        min={0}
        max={mostPieces}
        required
        defaultValue={quantity}
        aria-label={text.plain('cart.quantityOf', { name })}
      />
      <button type="submit">{text('cart.change')}</button>
    </form>
  );
}

function RemoveForm({ line, name }: FormProps) {
  const text = useText<Texts>();
  return (
    <form className={styles.form} method="post" action={line.address}>
      <input type="hidden" name="quantity" value="0" />
      <button type="submit" className={styles.remove} aria-label={text.plain('cart.removeOf', { name })}>
        {text('cart.remove')}
      </button>
    </form>
  );
}
