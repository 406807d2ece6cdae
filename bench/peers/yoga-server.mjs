// (c) The same resolvers in one schema on graphql-yoga, as its documentation has it.
import { createServer } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { createYoga } from 'graphql-yoga';
import { resolvers, typeDefs } from '../engines/one-schema-parts.ts';
import { tellWhere } from './answer.mjs';

const yoga = createYoga({ schema: makeExecutableSchema({ typeDefs, resolvers }), logging: false, landingPage: false });
tellWhere(createServer(yoga));
