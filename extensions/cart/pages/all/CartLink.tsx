import { usePage, useText } from 'stoa';
import type { CartLinkProps, Layout, Texts } from '../../cart.gen.ts';

export const layout: Layout = { areaId: 'headerLinks', sortOrder: 20 };
export const query = /* GraphQL */ `
  query {
    cart { quantity }
    address: url(routeId: "cart")
  }
`;

/** The way to the cart, and how many pieces are in it. */
export default function CartLink({ cart, address }: CartLinkProps) {
  const { routeId } = usePage();
  const text = useText<Texts>();
  if (address === null) return null;
  const count = cart?.quantity ?? 0;
  return (
    <a
      href={address}
      aria-current={routeId === 'cart' ? 'page' : undefined}
      aria-label={count === 0 ? undefined : `${text.plain('cart.link')}, ${text.plain('cart.pieces', { count })}`}
    >
      {text('cart.link')}
      {count > 0 && ` (${count})`}
    </a>
  );
}
