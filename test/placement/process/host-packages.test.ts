import { expect } from 'chai';
import { type TemporaryFolder, temporaryFolder } from '../../extensions/extension-folder.ts';
import { startGateway, type TestGateway } from '../../support/start-gateway.ts';

const config = `version: 1
server: { port: 0 }
database: { url: "\${DATABASE_URL:-embedded}" }
system:
  placement: process
  extensions:
    - { name: thing, resolve: ./thing }
`;

describe('what an extension in a process of its own imports', () => {
  let folder: TemporaryFolder;
  let shop: TestGateway;
  before(async () => {
    folder = await temporaryFolder({
      'gateway.yaml': config,
      'thing/api/thing/route.json': JSON.stringify({ methods: ['GET'], path: '/thing', access: 'public' }),
      'thing/api/thing/thing.ts': `import express, { json } from 'express';
import * as graphql from 'graphql';
import { GraphQLError } from 'graphql/error/index.js';
import * as blockString from 'graphql/language/blockString.js';
import { createElement } from 'react';
import { StoaError } from 'stoa';
import made from 'made';
export default (_request, response) =>
  void response.json({
    express: made.express === express && express.json === json,
    graphql: graphql.GraphQLError === GraphQLError && made.graphql.GraphQLError === GraphQLError,
    react: made.react.createElement === createElement,
    stoa: made.stoa.StoaError === StoaError,
    others: Object.keys(blockString).length > 0,
  });
`,
      'thing/node_modules/made/package.json': '{ "name": "made", "main": "main.js" }',
      'thing/node_modules/made/main.js':
        "exports.express = require('express');\nexports.graphql = require('graphql');\nexports.react = require('react');\nexports.stoa = require('stoa');\n",
    });
    shop = await startGateway({ file: folder.path('gateway.yaml') });
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('is one copy of each package of the gateway, also in its own npm packages', async () => {
    const { body } = await shop.rest('GET', '/thing');
    expect(body).to.deep.equal({ express: true, graphql: true, react: true, stoa: true, others: true });
  });
});
