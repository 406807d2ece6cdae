const fields = `productId name price description
  extension { supplement { ingredients benefits presentation dosage } }
  reviews { id author rating comment createdAt }`;

export interface BenchQuery {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Every request has a text of its own. */
  readonly firstSeen: boolean;
}

/** What every engine is asked. */
export const queries: readonly BenchQuery[] = [
  query('one product', `query ($id: ID!) { product(id: $id) { ${fields} } }`, { id: '7' }),
  query('list of 20', `query ($first: Int) { products(first: $first) { ${fields} } }`, { first: 20 }),
  query('list of 100', `query ($first: Int) { products(first: $first) { ${fields} } }`, { first: 100 }),
  // From the catalog to reviews, back to the catalog, and on to supplements.
  query(
    'three hops',
    `query Hops($id: ID!) { product(id: $id) { name reviews { author product { name extension { supplement { presentation } } } } } }`,
    { id: '7' },
  ),
  query(
    'mutation',
    'mutation ($id: ID!) { addReview(productId: $id, author: "ann", rating: 5) { id author rating comment createdAt } }',
    { id: '7' },
  ),
  { ...query('first-seen', `query ($id: ID!) { product(id: $id) { ${fields} } }`, { id: '7' }), firstSeen: true },
];

function query(name: string, text: string, variables: BenchQuery['variables']): BenchQuery {
  return { name, query: text, variables, firstSeen: false };
}
