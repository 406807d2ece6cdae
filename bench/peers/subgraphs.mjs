// The three extensions as Federation subgraphs over HTTP, for gateways that ask theirs so: /catalog, /supplement, /reviews.
import { createServer } from 'node:http';
import { answer, readBody, tellWhere } from './answer.mjs';
import { subgraphs } from './compiled-subgraphs.mjs';

const server = createServer(async (request, response) => {
  answer(response, await subgraphs[request.url](await readBody(request)));
});
server.keepAliveTimeout = 120_000;
tellWhere(server, '');
