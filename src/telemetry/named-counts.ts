/** The name of all that is not declared. */
const other = 'other';

/** Counts by name, each 0 at first. Other names count as `other`: a metric must have few labels. */
export class NamedCounts implements Iterable<readonly [name: string, count: number]> {
  readonly #counts: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#counts = new Map(names.map((name) => [name, 0]));
  }

  add(name: string): void {
    const known = this.#counts.has(name) ? name : other;
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + 1);
  }

  [Symbol.iterator](): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }
}

/** Codes of GraphQL errors that are no codes of a RequestError, and `other` for those that extensions choose. */
export const graphqlErrorCodes: readonly string[] = [
  'INTERNAL_SERVER_ERROR',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'COST_ESTIMATED_TOO_EXPENSIVE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_DOCUMENT_NOT_FOUND',
  'PERSISTED_DOCUMENT_REQUIRED',
  'ERRORS_LEFT_OUT',
  other,
];

/**
 * Why a credential is refused: a bearer token that is not valid; a session's cookie that this shop has not signed, or
 * whose session is unknown or over; a wrong token of the console, or its cookie that is forged or over.
 */
export const credentialRefusals = [
  'bearer invalid',
  'session unsigned',
  'session unknown',
  'console token',
  'console cookie',
] as const;

export type CredentialRefusal = (typeof credentialRefusals)[number];
