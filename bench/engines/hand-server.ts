/** (b) Code written by hand for these queries alone, over bare node:http. */
import { createServer } from 'node:http';
import { handAnswer } from './hand-answer.ts';
import { answer, readRequest, tellWhere } from './read-request.ts';

const server = createServer((request, response) =>
  readRequest(request, response, (params) => answer(response, { data: handAnswer(params) })),
);
tellWhere(server);
