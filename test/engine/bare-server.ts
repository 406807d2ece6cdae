import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import { createEngine } from 'stoa/engine';
import { extensions } from './shop.ts';

const engine = createEngine({ extensions });
const documents = new Map<string, DocumentNode>();

async function answer(body: unknown) {
  const { query, variables, operationName } = Object(body);
  try {
    const document = documents.get(query) ?? parse(query);
    const errors = validate(engine.schema, document);
    if (errors.length > 0) return { errors };
    // Plans are cached by document. A public server must bound this map.
    documents.set(query, document);
    return await engine.execute({ document, variables, operationName, scope: {} });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

export const server = createServer(async (request, response) => {
  const body = await json(request).catch(() => undefined);
  const { query } = Object(body);
  const status = typeof query === 'string' ? 200 : 400;
  const result = status === 200 ? await answer(body) : { errors: [{ message: 'Send JSON with a query.' }] };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
});
