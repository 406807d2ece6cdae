/** What a composer makes of the three subgraphs, with their addresses. */
export function supergraph(subgraphs) {
  return `schema @link(url: "https://specs.apollo.dev/link/v1.0") @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) {
  query: Query
  mutation: Mutation
}
directive @join__enumValue(graph: join__Graph!) repeatable on ENUM_VALUE
directive @join__field(graph: join__Graph, requires: join__FieldSet, provides: join__FieldSet, type: String, external: Boolean, override: String, usedOverridden: Boolean) repeatable on FIELD_DEFINITION | INPUT_FIELD_DEFINITION
directive @join__graph(name: String!, url: String!) on ENUM_VALUE
directive @join__implements(graph: join__Graph!, interface: String!) repeatable on OBJECT | INTERFACE
directive @join__type(graph: join__Graph!, key: join__FieldSet, extension: Boolean! = false, resolvable: Boolean! = true, isInterfaceObject: Boolean! = false) repeatable on OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | SCALAR
directive @join__unionMember(graph: join__Graph!, member: String!) repeatable on UNION
directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
scalar join__FieldSet
scalar link__Import
enum link__Purpose { SECURITY EXECUTION }
enum join__Graph {
  CATALOG @join__graph(name: "catalog", url: "${subgraphs}/catalog")
  REVIEWS @join__graph(name: "reviews", url: "${subgraphs}/reviews")
  SUPPLEMENT @join__graph(name: "supplement", url: "${subgraphs}/supplement")
}
type Product @join__type(graph: CATALOG, key: "productId") @join__type(graph: REVIEWS, key: "productId") @join__type(graph: SUPPLEMENT, key: "productId") {
  productId: ID!
  name: String! @join__field(graph: CATALOG)
  price: Float! @join__field(graph: CATALOG)
  description: String @join__field(graph: CATALOG)
  reviews: [Review!]! @join__field(graph: REVIEWS)
  extension: ProductExtension @join__field(graph: SUPPLEMENT)
}
type ProductExtension @join__type(graph: SUPPLEMENT) { supplement: Supplement }
type Supplement @join__type(graph: SUPPLEMENT) { ingredients: [String!]! benefits: [String!]! presentation: String dosage: String }
type Review @join__type(graph: REVIEWS) { id: ID! author: String! rating: Int! comment: String createdAt: String! product: Product! }
type Query @join__type(graph: CATALOG) @join__type(graph: REVIEWS) @join__type(graph: SUPPLEMENT) {
  product(id: ID!): Product @join__field(graph: CATALOG)
  products(first: Int = 20): [Product!]! @join__field(graph: CATALOG)
}
type Mutation @join__type(graph: REVIEWS) {
  addReview(productId: ID!, author: String!, rating: Int!): Review! @join__field(graph: REVIEWS)
}
`;
}
