import { createServer } from 'node:http';
import type { ExecutionArgs } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { createEngine } from 'stoa/engine';
import { extensions } from './shop.ts';

const engine = createEngine({ extensions });

const runByPlans: Plugin = {
  onExecute: ({ setExecuteFn }) =>
    setExecuteFn(({ document, operationName, variableValues, contextValue }: ExecutionArgs) =>
      engine.execute({
        document,
        operationName: operationName ?? undefined,
        variables: variableValues ?? undefined,
        scope: { context: Object(contextValue) },
      }),
    ),
};

export const server = createServer(createYoga({ schema: engine.schema, plugins: [runByPlans] }));
