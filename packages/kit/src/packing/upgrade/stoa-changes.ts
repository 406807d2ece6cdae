import type { StoaChange } from './change.ts';
import { findHandMadeErrors } from './hand-made-errors.ts';
import { findNeedlessParsers } from './needless-parsers.ts';
import { findUntypedResolvers } from './untyped-resolvers.ts';

/** Add a line with each change that an extension's author would notice. Versions are those of CHANGELOG.md. */
export const stoaChanges: readonly StoaChange[] = [
  {
    id: 'typed-resolvers',
    since: '0.2.0',
    kind: 'easier',
    what: 'Resolvers of <extension>.gen.ts, which "npx stoa types" writes, refuses unknown types, fields, arguments and results.',
    find: findUntypedResolvers,
  },
  {
    id: 'errors-for-clients',
    since: '0.2.0',
    kind: 'easier',
    what: 'StoaError has code, status, message and fields for REST, GraphQL and forms. An Error with "status" and "expose" still works.',
    find: findHandMadeErrors,
  },
  {
    id: 'http-errors-in-graphql',
    since: '0.2.0',
    kind: 'changed',
    what: 'An error with "status" and "expose: true" that a resolver throws has its message and a code in GraphQL. It was masked.',
  },
  {
    id: 'graphql-errors-in-rest',
    since: '0.2.0',
    kind: 'changed',
    what: 'A GraphQLError with a code that a handler throws has the status of the code in REST. It was a 500.',
  },
  {
    id: 'checked-bodies',
    since: '0.2.0',
    kind: 'easier',
    what: 'request.body is what the gateway has checked, so a handler that only parses the body is not needed.',
    find: findNeedlessParsers,
  },
];
