/** (c) The same resolvers in one un-stitched schema, on graphql-js with parsed and validated documents cached. */
import { createServer } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, execute, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { resolvers, typeDefs } from './one-schema-parts.ts';
import { answer, readRequest, refuse, tellWhere } from './read-request.ts';

const schema = makeExecutableSchema({ typeDefs, resolvers });
const documents = new LRUCache<string, DocumentNode>({ max: 2000 });

function prepare(query: string): DocumentNode | undefined {
  const known = documents.get(query);
  if (known !== undefined) return known;
  const document = parse(query);
  if (validate(schema, document).length > 0) return undefined;
  documents.set(query, document);
  return document;
}

const server = createServer((request, response) =>
  readRequest(request, response, async ({ query, variables }) => {
    const document = prepare(query);
    if (document === undefined) return refuse(response, 400);
    answer(response, await execute({ schema, document, variableValues: variables, contextValue: {} }));
  }),
);
tellWhere(server);
