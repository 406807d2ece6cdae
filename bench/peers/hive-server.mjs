// (e) Hive Gateway with its default engine, which stitches.
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway';
import { tellWhere } from './answer.mjs';
import { supergraph } from './supergraph.mjs';

const gateway = createGatewayRuntime({
  supergraph: supergraph(process.env.SUBGRAPHS),
  logging: false,
  landingPage: false,
  graphiql: false,
});
tellWhere(createServer(gateway));
