import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import type { ShopExtension } from './stitched-shop.ts';

/** Given a place (`Product.name 2`), what a resolver does there instead of its work. Undefined: its work. */
export type Fault = (place: string) => unknown;

interface Key {
  readonly productId: string;
}

const names = ['Ashwagandha', 'Biotin', 'Creatine', 'D3'];

/** Three extensions that meet in Product, with every kind of type; each resolver asks `fault` first. */
export function sampleExtensions(fault: Fault = () => undefined): Readonly<Record<string, ShopExtension>> {
  const at = (place: string, value: () => unknown): unknown => {
    const answer = fault(place);
    return answer === undefined ? value() : answer;
  };
  return { catalog: catalog(at), supplement: supplement(at), reviews: reviews(at) };
}

type At = (place: string, value: () => unknown) => unknown;

function catalog(at: At): ShopExtension {
  const products = names.map((name, index) => ({
    productId: `${index + 1}`,
    name,
    price: 10 + index,
    sku: `S${index + 1}`,
    kind: index % 2 === 0 ? 7 : 8,
  }));
  const byId = (id: string): object | null => products.find(({ productId }) => productId === id) ?? null;
  const bySku = (wanted: string): object | null => products.find(({ sku }) => sku === wanted) ?? null;
  return {
    sdl: /* GraphQL */ `
      "Something with a name."
      interface Named { name: String! }
      enum Form { CAPSULE POWDER }
      scalar Day
      type Product implements Named @key(fields: "productId") @key(fields: "sku") {
        productId: ID! name: String! price: Float! sku: String! form: Form description(upper: Boolean = false, style: Style): String
        grid(size: Int! = 2): [[Int!]] since: Day similar(first: Int = 2): [Product]! tags: [String!]
      }
      type Brand implements Named { name: String! products: [Product]! }
      union Hit = Product | Brand
      input Style { bold: Boolean! = true, words: [String!], inner: Style }
      input Filter { ids: [ID!], form: Form = CAPSULE, after: Day }
      type Query {
        product(id: ID!): Product products(filter: Filter, first: Int = 4): [Product!]! maybe(ids: [ID!]!): [Product]
        named: [Named!]! search(text: String = "a"): [Hit] brand: Brand echo(day: Day): Day form(form: Form = POWDER): Form
      }
      type Mutation { rename(id: ID!, name: String!): Product! restore: Boolean }
    `,
    resolvers: {
      Day: new GraphQLScalarType({
        name: 'Day',
        serialize: (value) => `day:${String(value)}`,
        parseValue: dayOf,
        parseLiteral: (node) => dayOf(node.kind === Kind.STRING ? node.value : node.kind),
      }),
      Form: { CAPSULE: 7, POWDER: 8 },
      Named: { __resolveType: (value: object) => ('productId' in value ? 'Product' : 'Brand') },
      Hit: { __resolveType: (value: object) => ('productId' in value ? 'Product' : 'Brand') },
      Query: {
        product: (_: unknown, { id }: { id: string }) => at(`Query.product ${id}`, () => byId(id)),
        products: (_: unknown, { first, filter }: { first: number; filter?: { ids?: string[]; form?: number } }) =>
          at('Query.products', () =>
            (filter?.ids === undefined ? products : products.filter(({ productId }) => filter.ids?.includes(productId)))
              .filter(({ kind }) => filter?.form === undefined || filter.ids !== undefined || kind === filter.form)
              .slice(0, first),
          ),
        maybe: (_: unknown, { ids }: { ids: string[] }) => at('Query.maybe', () => ids.map(byId)),
        named: () => at('Query.named', () => [products[0], { name: 'Stoa' }, products[1]]),
        search: () => at('Query.search', () => [products[2], { name: 'Stoa' }, null]),
        brand: () => at('Query.brand', () => ({ name: 'Stoa' })),
        echo: (_: unknown, { day }: { day: unknown }) => day,
        form: (_: unknown, { form }: { form: number }) => form,
      },
      Mutation: {
        rename: (_: unknown, { id, name }: { id: string; name: string }) =>
          at('Mutation.rename', () => {
            const product = products.find(({ productId }) => productId === id);
            if (product === undefined) throw new GraphQLError('no such product', { extensions: { code: 'NOT_FOUND' } });
            product.name = name;
            return { ...product };
          }),
        restore: () => {
          for (const [index, product] of products.entries()) product.name = names[index] ?? '';
          return true;
        },
      },
      Brand: { products: () => at('Brand.products', () => products.slice(0, 2)) },
      Product: {
        __resolveReference: (key: { productId?: string; sku?: string }) =>
          key.productId === undefined ? bySku(key.sku ?? '') : byId(key.productId),
        name: (product: Key & { name: string }) => at(`Product.name ${product.productId}`, () => product.name),
        form: (product: Key & { kind: number }) => at(`Product.form ${product.productId}`, () => product.kind),
        description: (product: Key, args: object) =>
          at(`Product.description ${product.productId}`, () => JSON.stringify(args)),
        grid: (product: Key, { size }: { size: number }) =>
          at(`Product.grid ${product.productId}`, () => [[1, size], null, [3]]),
        since: (product: Key) => at(`Product.since ${product.productId}`, () => 'monday'),
        similar: (product: Key, { first }: { first: number }) =>
          at(`Product.similar ${product.productId}`, () => products.slice(0, first)),
        tags: (product: Key) => at(`Product.tags ${product.productId}`, () => ['new']),
      },
    },
  };
}

function dayOf(value: unknown): string {
  if (typeof value !== 'string' || !value.endsWith('day')) throw new GraphQLError(`no day: ${String(value)}`);
  return value;
}

function supplement(at: At): ShopExtension {
  return {
    sdl: /* GraphQL */ `
      extend type Product { extension: ProductExtension label(prefix: String): String! @requires(fields: "sku price") }
      type ProductExtension { supplement: Supplement twin: Product count: Int! }
      type Supplement { dosage: String benefits: [String] form: Intake } enum Intake { DAILY WEEKLY }
    `,
    resolvers: {
      Product: {
        extension: ({ productId }: Key) => at(`Product.extension ${productId}`, () => ({ id: productId, count: 1 })),
        label: (
          { productId, sku, price }: Key & { sku: string; price: number },
          { prefix = '' }: { prefix?: string },
        ) => at(`Product.label ${productId}`, () => `${prefix}${sku} ${price}`),
      },
      ProductExtension: {
        supplement: ({ id }: { id: string }) =>
          at(`ProductExtension.supplement ${id}`, () =>
            id === '4' ? null : { dosage: `${id} daily`, benefits: ['sleep', null], form: 'DAILY' },
          ),
        twin: ({ id }: { id: string }) => at(`ProductExtension.twin ${id}`, () => ({ productId: '4' })),
        count: ({ id, count }: { id: string; count: number }) => at(`ProductExtension.count ${id}`, () => count),
      },
    },
  };
}

function reviews(at: At): ShopExtension {
  const reviewsOf = (productId: string): readonly object[] =>
    ['a', 'b'].map((letter, index) => ({ id: `${productId}${letter}`, rating: index + 4, of: productId }));
  return {
    sdl: /* GraphQL */ `
      extend type Product { reviews(first: Int = 2): [Review!]! best: Review score: Float! }
      type Review { id: ID! rating: Int! author: String product: Product bySku: Sold about: Subject }
      type Sold { product: Product! }
      union Subject = Product | Review
      extend type Query { review(id: ID!): Review top: [Review] }
      extend type Mutation { rate(id: ID!, rating: Int!): Review! }
    `,
    resolvers: {
      Product: {
        reviews: {
          batch: (parents: readonly Key[], { first }: { first: number }) =>
            parents.map(({ productId }) => {
              try {
                return at(`Product.reviews ${productId}`, () => reviewsOf(productId).slice(0, first));
              } catch (error) {
                return error instanceof Error ? error : Promise.reject(error);
              }
            }),
        },
        best: ({ productId }: Key) => at(`Product.best ${productId}`, () => reviewsOf(productId)[0]),
        score: ({ productId }: Key) => at(`Product.score ${productId}`, () => Number(productId) + 0.5),
      },
      Subject: { __resolveType: (value: object) => ('productId' in value ? 'Product' : 'Review') },
      Review: {
        rating: ({ id, rating }: { id: string; rating: number }) => at(`Review.rating ${id}`, () => rating),
        author: ({ id }: { id: string }) => at(`Review.author ${id}`, () => `author of ${id}`),
        product: ({ id, of }: { id: string; of: string }) => at(`Review.product ${id}`, () => ({ productId: of })),
        bySku: ({ of }: { of: string }) => ({ product: { productId: of } }),
        about: ({ id, of }: { id: string; of: string }) => at(`Review.about ${id}`, () => ({ productId: of })),
      },
      Query: {
        review: (_: unknown, { id }: { id: string }) =>
          at(`Query.review ${id}`, () => ({ id, rating: 3, of: id.slice(0, 1) })),
        top: () => at('Query.top', () => [...reviewsOf('2'), null]),
      },
      Mutation: {
        rate: (_: unknown, { id, rating }: { id: string; rating: number }) =>
          at('Mutation.rate', () => ({ id, rating, of: id.slice(0, 1) })),
      },
    },
  };
}
