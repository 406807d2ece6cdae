import { GraphQLError } from 'graphql';
import type { ShopExtension } from './stitched-shop.ts';

type Row = Readonly<Record<string, unknown>>;

/** Decides what a place (`card Query.paymentMethods`) gives instead of its value; undefined for its value. */
export type Instead = (place: string) => unknown;

/**
 * A checkout whose lists two others fill: payment methods of an interface, and claims on a cart without a key of their
 * own. `startPayment` asks the extension that owns the type.
 */
export function paymentShop(
  instead: Instead = () => undefined,
  called: string[] = [],
): Readonly<Record<string, ShopExtension>> {
  const give = (place: string, value: unknown): unknown => {
    called.push(place);
    const other = instead(place);
    return other === undefined ? value : typeof other === 'function' ? other() : other;
  };
  const methods = (id: string, __typename: string) => ({
    Query: {
      paymentMethods: (_: unknown, { cart }: Row) =>
        give(`${id} Query.paymentMethods`, [{ __typename, code: id, label: `${id} for ${String(cart)}` }]),
      optional: async () => give(`${id} Query.optional`, [{ __typename, code: id, label: id }]),
    },
    Mutation: {
      startPayment: (_: unknown, { code }: Row) => give(`${id} Mutation.startPayment`, { by: id, code }),
    },
  });
  const contribution = (type: string, claims: string): string => `
    type ${type} implements PaymentMethod @key(fields: "code") { code: ID! label: String! fee: Int! }
    extend type Query {
      paymentMethods(cart: ID!): [PaymentMethod!]! @contribute
      optional: [PaymentMethod!] @contribute
    }
    extend type Mutation { startPayment(type: String!, code: ID = "none"): Started @contribute }
    ${claims}`;
  return {
    card: {
      sdl: contribution('Card', 'extend type Cart { claims(min: Int = 0): [Claim!]! @contribute }'),
      resolvers: {
        ...methods('card', 'Card'),
        Card: { fee: () => give('card Card.fee', 3) },
        Cart: {
          claims: {
            batch: (carts: readonly Row[], { min }: Row) =>
              carts.map(({ id }) =>
                attempt(() => give(`card Cart.claims ${String(id)}`, [{ amount: min, reason: 'card' }])),
              ),
          },
        },
      },
    },
    checkout: {
      sdl: `
        interface PaymentMethod { code: ID! label: String! }
        type Transfer implements PaymentMethod { code: ID! label: String! }
        type Started { by: String! code: ID }
        type Claim { amount: Int! reason: String }
        type Cart @key(fields: "id") {
          id: ID!
          claims(min: Int = 0): [Claim!]! @gather
          total: Int! @requires(fields: "claims { amount }")
        }
        type Query {
          paymentMethods(cart: ID!): [PaymentMethod!]! @gather
          optional: [PaymentMethod!] @gather
          carts: [Cart!]!
        }
        type Mutation { startPayment(type: String!, code: ID = "none"): Started @dispatch(by: "type", public: true) }`,
      resolvers: {
        ...methods('checkout', 'Transfer'),
        Query: { ...methods('checkout', 'Transfer').Query, carts: () => [{ id: '1' }, { id: '2' }] },
        Cart: {
          __resolveReference: ({ id, claims }: Row) => ({ id, claimed: claims }),
          claims: ({ id }: Row) => give(`checkout Cart.claims ${String(id)}`, [{ amount: 10, reason: null }]),
          total: ({ claimed }: { readonly claimed: readonly { readonly amount: number }[] }) =>
            claimed.reduce((sum, { amount }) => sum + amount, 0),
        },
      },
    },
    points: {
      sdl: contribution('Points', 'extend type Cart { claims(min: Int = 0): [Claim!]! @contribute }'),
      resolvers: {
        ...methods('points', 'Points'),
        Points: { fee: () => give('points Points.fee', 0) },
        Cart: { claims: ({ id }: Row) => give(`points Cart.claims ${String(id)}`, [{ amount: -1 }, { amount: -2 }]) },
      },
    },
  };
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

export function fails(message: string): () => never {
  return () => {
    throw new GraphQLError(message);
  };
}
