/** (d) stitchSchemas with all batching, as its documentation has it, behind Express. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import { stitchSchemas } from '@graphql-tools/stitch';
import express from 'express';
import { graphql } from 'graphql';
import { catalog, reviews, supplement } from './subschema-parts.ts';

const merge = (fieldName: string) => ({
  Product: {
    fieldName,
    selectionSet: '{ productId }',
    key: ({ productId }: { productId: string }) => productId,
    argsFromKeys: (ids: readonly string[]) => ({ ids }),
  },
});
const schema = stitchSchemas({
  subschemas: [
    { schema: makeExecutableSchema(catalog), batch: true, merge: merge('productsById') },
    { schema: makeExecutableSchema(supplement), batch: true, merge: merge('supplementedProducts') },
    { schema: makeExecutableSchema(reviews), batch: true, merge: merge('reviewedProducts') },
  ],
});

const app = express();
app.use(express.json({ limit: '1mb' }));
app.post('/graphql', async (request, response) => {
  const { query, variables } = request.body;
  response.json(await graphql({ schema, source: query, variableValues: variables, contextValue: {} }));
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}/graphql`);
});
process.on('disconnect', () => process.exit());
