// (e) Hive Gateway with its router's query planner.
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway';
import { unifiedGraphHandler } from '@graphql-hive/router-runtime';
import { tellWhere } from './answer.mjs';
import { supergraph } from './supergraph.mjs';

const gateway = createGatewayRuntime({
  supergraph: supergraph(process.env.SUBGRAPHS),
  unifiedGraphHandler,
  logging: false,
  landingPage: false,
  graphiql: false,
});
tellWhere(createServer(gateway));
