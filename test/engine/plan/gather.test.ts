import { expect } from 'chai';
import { parse, validate } from 'graphql';
import { createMemoryLog } from '../../support/memory-log.ts';
import { fails, type Instead, paymentShop } from '../../support/payment-shop.ts';
import { type RunOptions, scopeOf, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

interface Asked {
  readonly query: string;
  readonly instead?: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  /** Path, extension, and message of each error. */
  readonly errors?: readonly string[];
}

const methods = '{ paymentMethods(cart: "7") { code label ... on Card { fee } } }';
const card = { code: 'card', label: 'card for 7', fee: 3 };
const [checkout, points] = ['checkout', 'points'].map((code) => ({ code, label: `${code} for 7` }));
const gap = (path: string, extension: string, message: string): string => `${path} ${extension}: ${message}`;

/** Situation, then what is asked, what places give instead, and the answer. */
const situations: Readonly<Record<string, Asked>> = {
  'all parts answer': { query: methods, data: { paymentMethods: [card, checkout, points] } },
  'the list is asked for twice': {
    query: '{ a: paymentMethods(cart: "1") { label } b: paymentMethods(cart: "2") { __typename } }',
    data: {
      a: [{ label: 'card for 1' }, { label: 'checkout for 1' }, { label: 'points for 1' }],
      b: [{ __typename: 'Card' }, { __typename: 'Transfer' }, { __typename: 'Points' }],
    },
  },
  'a part is empty': {
    query: methods,
    instead: { 'card Query.paymentMethods': [] },
    data: { paymentMethods: [checkout, points] },
  },
  'a part throws': {
    query: methods,
    instead: { 'card Query.paymentMethods': fails('no card today') },
    data: { paymentMethods: [checkout, points] },
    errors: [gap('paymentMethods', 'card', 'no card today')],
  },
  'the owner’s own part throws': {
    query: methods,
    instead: { 'checkout Query.paymentMethods': fails('closed') },
    data: { paymentMethods: [card, points] },
    errors: [gap('paymentMethods', 'checkout', 'closed')],
  },
  'a part is null': {
    query: methods,
    instead: { 'points Query.paymentMethods': null },
    data: { paymentMethods: [card, checkout] },
    errors: [gap('paymentMethods', 'points', 'Cannot return null for non-nullable field Query.paymentMethods.')],
  },
  'a part of a nullable list is null': {
    query: '{ optional { code } }',
    instead: { 'points Query.optional': null },
    data: { optional: [{ code: 'card' }, { code: 'checkout' }] },
    errors: [gap('optional', 'points', 'Cannot return null for non-nullable field Query.optional.')],
  },
  'a part is no list': {
    query: methods,
    instead: { 'card Query.paymentMethods': 5 },
    data: { paymentMethods: [checkout, points] },
    errors: [gap('paymentMethods', 'card', 'Internal server error')],
  },
  'a field of an item breaks': {
    query: methods,
    instead: { 'card Card.fee': fails('no fee') },
    data: { paymentMethods: [checkout, points] },
    errors: [gap('paymentMethods', 'card', 'no fee')],
  },
  'an item is null': {
    query: methods,
    instead: { 'card Query.paymentMethods': [null, { __typename: 'Card', code: 'x', label: 'x' }] },
    data: { paymentMethods: [checkout, points] },
    errors: [gap('paymentMethods', 'card', 'Cannot return null for non-nullable field Query.paymentMethods.')],
  },
  'an item is of a type of another part': {
    query: methods,
    instead: { 'card Query.paymentMethods': [{ __typename: 'Transfer', code: 'x', label: 'x' }] },
    data: { paymentMethods: [checkout, points] },
    errors: [gap('paymentMethods', 'card', 'Internal server error')],
  },
  'two parts fail': {
    query: methods,
    instead: { 'card Query.paymentMethods': fails('one'), 'points Query.paymentMethods': fails('two') },
    data: { paymentMethods: [checkout] },
    errors: [gap('paymentMethods', 'card', 'one'), gap('paymentMethods', 'points', 'two')],
  },
  'all parts of a non-null list fail': {
    query: methods,
    instead: Object.fromEntries(['card', 'checkout', 'points'].map((id) => [`${id} Query.paymentMethods`, fails(id)])),
    data: null,
    errors: ['card', 'checkout', 'points'].map((id) => gap('paymentMethods', id, id)),
  },
  'all parts of a nullable list fail': {
    query: '{ optional { code } }',
    instead: Object.fromEntries(['card', 'checkout', 'points'].map((id) => [`${id} Query.optional`, fails(id)])),
    data: { optional: null },
    errors: ['card', 'checkout', 'points'].map((id) => gap('optional', id, id)),
  },
  'it is a field of objects with a key': {
    query: '{ carts { id claims(min: 4) { amount reason } } }',
    data: {
      carts: ['1', '2'].map((id) => ({
        id,
        claims: [
          { amount: 4, reason: 'card' },
          { amount: 10, reason: null },
          { amount: -1, reason: null },
          { amount: -2, reason: null },
        ],
      })),
    },
  },
  'a part fails for one object': {
    query: '{ carts { claims { amount } } }',
    instead: { 'card Cart.claims 2': fails('not that cart') },
    data: {
      carts: [
        { claims: [{ amount: 0 }, { amount: 10 }, { amount: -1 }, { amount: -2 }] },
        { claims: [{ amount: 10 }, { amount: -1 }, { amount: -2 }] },
      ],
    },
    errors: [gap('carts.1.claims', 'card', 'not that cart')],
  },
  'another field requires it': { query: '{ carts { total } }', data: { carts: [{ total: 7 }, { total: 7 }] } },
  'another field requires it, and a part fails': {
    query: '{ carts { id claims { amount } total } }',
    instead: { 'points Cart.claims 1': fails('unknown') },
    data: null,
    errors: [gap('carts.0.claims', 'points', 'unknown'), gap('carts.0.total', 'points', 'unknown')],
  },
};

describe('a list that several extensions fill', () => {
  for (const [tier, options] of Object.entries(plannedTiers))
    context(`with ${tier}`, () => {
      for (const [situation, asked] of Object.entries(situations))
        it(`is joined in the order of gateway.yaml when ${situation}`, async () => {
          const shop = stitchedShop(paymentShop(insteadOf(asked.instead)), options);
          const document = parse(asked.query);
          for (const _round of [1, 2]) {
            const { data, errors = [] } = await shop.run(document);
            expect(JSON.parse(JSON.stringify(data))).to.deep.equal(asked.data);
            const shown = errors.map(({ path, message, extensions }) =>
              gap(String(path?.join('.')), String(extensions.extension), message),
            );
            expect(shown.toSorted()).to.deep.equal((asked.errors ?? []).toSorted());
          }
        });
    });

  it('is there without the part whose objects have no type, and the log says what to add where', async () => {
    const untyped = insteadOf({ 'card Query.paymentMethods': [{ code: 'x', label: 'x' }] });
    for (const options of [{ compile: false }, { compileAt: 1 }]) {
      const shop = stitchedShop(paymentShop(untyped), options);
      expect((await shop.run('{ paymentMethods(cart: "7") { code } }')).data).to.deep.equal({
        paymentMethods: [{ code: 'checkout' }, { code: 'points' }],
      });
      expect(shop.log.events('resolver failed').map(({ extension, error }) => [extension, error])).to.deep.equal([
        [
          'card',
          'Abstract type "PaymentMethod" needs the type of each object, and the extension "card" does not tell it in field "Query.paymentMethods". Where its resolver makes the object, add __typename: "Card". Or give the resolvers of that type an __isTypeOf.',
        ],
      ]);
    }
  });

  it('may be internal, so that extensions alone ask for it', async () => {
    const { checkout, ...others } = paymentShop();
    if (checkout === undefined) throw new Error('there is no checkout');
    const sdl = checkout.sdl.replace('[PaymentMethod!]! @gather', '[PaymentMethod!]! @gather @internal');
    const shop = stitchedShop({ ...others, checkout: { ...checkout, sdl: sdl.replace(', public: true', '') } });
    const document = parse('{ paymentMethods(cart: "7") { code } }');
    expect(validate(shop.gateway.schema, document).map(({ message }) => message)).to.deep.equal([
      'Cannot query field "paymentMethods" on type "Query".',
    ]);
    expect(shop.gateway.schema.getMutationType()).to.equal(undefined);
    const scope = scopeOf({}, createMemoryLog());
    const listed = await shop.gateway.executeInner({ document, scope });
    expect(JSON.parse(JSON.stringify(listed))).to.deep.equal({
      data: { paymentMethods: [{ code: 'card' }, { code: 'points' }, { code: 'checkout' }] },
    });
    const started = parse('mutation { startPayment(type: "Points") { by } }');
    expect(JSON.parse(JSON.stringify(await shop.gateway.executeInner({ document: started, scope })))).to.deep.equal({
      data: { startPayment: { by: 'points' } },
    });
  });

  it('begins all parts before the first one has answered', async () => {
    const called: string[] = [];
    const { promise, resolve } = Promise.withResolvers<readonly object[]>();
    const shop = stitchedShop(paymentShop((place) => (place.endsWith('paymentMethods') ? promise : undefined), called));
    const answer = shop.run(methods);
    await Promise.resolve();
    expect(called.filter((place) => place.endsWith('paymentMethods'))).to.have.length(3);
    resolve([]);
    expect((await answer).data).to.deep.equal({ paymentMethods: [] });
  });

  it('is there without the part of an extension whose time is over', async () => {
    const never = new Promise<never>(() => undefined);
    const slow: Instead = (place) => (place === 'points Query.paymentMethods' ? () => never : undefined);
    const shop = stitchedShop(paymentShop(slow), { timeoutMs: 50 });
    const { data, errors } = await shop.run('{ paymentMethods(cart: "7") { code } }');
    expect(data).to.deep.equal({ paymentMethods: [{ code: 'card' }, { code: 'checkout' }] });
    expect(errors?.map(({ path, extensions: { code, extension } }) => [path, code, extension])).to.deep.equal([
      [['paymentMethods'], 'EXTENSION_TIMEOUT', 'points'],
    ]);
  });

  it('calls no other extension when one part fails', async () => {
    const called: string[] = [];
    const shop = stitchedShop(paymentShop(insteadOf({ 'card Query.paymentMethods': fails('x') }), called));
    await shop.run('{ paymentMethods(cart: "7") { code } }');
    expect(called.toSorted()).to.deep.equal(['card', 'checkout', 'points'].map((id) => `${id} Query.paymentMethods`));
  });
});

describe('a field that one of several extensions answers', () => {
  const literal = (type: string): string => `mutation { startPayment(type: "${type}", code: "9") { by code } }`;
  const byVariable = 'mutation ($type: String!) { startPayment(type: $type) { by code } }';
  const targets: readonly (readonly [type: string, extension: string])[] = [
    ['Card', 'card'],
    ['Points', 'points'],
    ['Transfer', 'checkout'],
    ['Unknown', 'checkout'],
    ['card', 'checkout'],
  ];

  for (const [tier, options] of Object.entries(plannedTiers))
    context(`with ${tier}`, () => {
      for (const [type, extension] of targets)
        it(`asks ${extension} alone for the type ${type}`, async () => {
          const called: string[] = [];
          const shop = stitchedShop(paymentShop(undefined, called), options);
          const written = await shop.run(literal(type));
          expect(JSON.parse(JSON.stringify(written))).to.deep.equal({
            data: { startPayment: { by: extension, code: '9' } },
          });
          const document = parse(byVariable);
          const given: RunOptions = { variables: { type } };
          await shop.run(document, { variables: { type: 'Points' } });
          called.length = 0;
          expect(JSON.parse(JSON.stringify(await shop.run(document, given)))).to.deep.equal({
            data: { startPayment: { by: extension, code: 'none' } },
          });
          expect(called).to.deep.equal([`${extension} Mutation.startPayment`]);
        });

      it('asks no second extension after a failure', async () => {
        const called: string[] = [];
        const shop = stitchedShop(
          paymentShop(insteadOf({ 'card Mutation.startPayment': fails('declined') }), called),
          options,
        );
        const { data, errors } = await shop.run(literal('Card'));
        expect(JSON.parse(JSON.stringify(data))).to.deep.equal({ startPayment: null });
        expect(errors?.map(({ message, extensions }) => [message, extensions.extension])).to.deep.equal([
          ['declined', 'card'],
        ]);
        expect(called).to.deep.equal(['card Mutation.startPayment']);
      });
    });

  it('asks for the default where a variable is not sent, and the owner for null', async () => {
    const go = (id: string) => ({ Query: { go: () => id } });
    const shop = stitchedShop({
      owner: { sdl: 'type Query { go(type: String = "Card"): String @dispatch(by: "type") }', resolvers: go('owner') },
      card: {
        sdl: `type Card @key(fields: "id") { id: ID! }
          extend type Query { go(type: String = "Card"): String @contribute }`,
        resolvers: go('card'),
      },
    });
    const document = parse('query ($type: String) { go(type: $type) }');
    const answers = [{}, { type: null }, { type: 'Made up' }, {}, { type: 'Card' }].map(
      async (variables) => (await shop.run(document, { variables, inner: true })).data?.go,
    );
    expect(await Promise.all(answers)).to.deep.equal(['card', 'owner', 'owner', 'card', 'card']);
  });

  it('has one plan for each extension, however many names clients make up', async () => {
    const shop = stitchedShop(paymentShop());
    const document = parse(byVariable);
    for (let number = 0; number < 40; number++)
      await shop.run(document, { variables: { type: ['Card', 'Points', `made up ${number}`][number % 3] } });
    expect(shop.gateway.plans.made.planned).to.equal(3);
  });
});

function insteadOf(places: Readonly<Record<string, unknown>> = {}): Instead {
  return (place) => (Object.hasOwn(places, place) ? (places[place] === null ? () => null : places[place]) : undefined);
}
