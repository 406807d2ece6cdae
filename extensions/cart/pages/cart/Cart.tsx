import { Area, Head, useForm, useShop, useText } from 'stoa';
import type { AddToCart, CartProps, ChangeCartLine, Layout, Texts } from '../../cart.gen.ts';
import { CartItem } from '../../src/cart-item.tsx';
import { TotalsList } from '../../src/totals-list.tsx';
import styles from './Cart.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['cartLine', 'cartBottom', 'variantPrice'];
export const query = /* GraphQL */ `
  query {
    cart {
      lines {
        sku quantity addedMoney address
        variant { label money product { name locale url image } }
      }
      totals { goods reductions { label amount } delivery fees total }
    }
    categories { slug name url }
    home: url(routeId: "homepage")
    checkout: url(routeId: "checkout")
  }
`;

export default function Cart({ cart, categories, home, checkout }: CartProps) {
  const { name: shop } = useShop();
  const text = useText<Texts>();
  const refusals = [useForm<AddToCart>('addToCart'), useForm<ChangeCartLine>('changeCartLine')];
  const [problem] = refusals.flatMap(({ errors, message }) => [...Object.values(errors), message ?? []].flat());
  return (
    <div className={styles.cart}>
      <Head title={text.plain('cart.titleOfPage', { shop })} noindex />
      <h1>{text('cart.title')}</h1>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {cart === null || cart.lines.length === 0 ? (
        <EmptyCart categories={categories} home={home} />
      ) : (
        <FullCart cart={cart} checkout={checkout} />
      )}
    </div>
  );
}

function EmptyCart({ categories, home }: Pick<CartProps, 'categories' | 'home'>) {
  const text = useText<Texts>();
  return (
    <>
      <p>{text('cart.empty')}</p>
      <p>{text('cart.emptyHelp')}</p>
      <ul className={styles.categories}>
        {categories.map(({ slug, name, url }) => (
          <li key={slug}>{url !== null && <a href={url}>{name}</a>}</li>
        ))}
      </ul>
      {home !== null && <a href={home}>{text('cart.browse')}</a>}
    </>
  );
}

interface FullCartProps extends Pick<CartProps, 'checkout'> {
  readonly cart: NonNullable<CartProps['cart']>;
}

function FullCart({ cart, checkout }: FullCartProps) {
  const text = useText<Texts>();
  const { lines, totals } = cart;
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <CartItem key={line.sku} line={line}>
            <Area id="cartLine" item={line} />
          </CartItem>
        ))}
      </ul>
      <TotalsList totals={totals} />
      <Area id="cartBottom" />
      {checkout !== null && lines.every(({ variant }) => variant !== null) && (
        <a className={styles.checkout} href={checkout}>
          {text('cart.checkout')}
        </a>
      )}
    </>
  );
}
