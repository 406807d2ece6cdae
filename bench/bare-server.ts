/**
 * The floor: node:http that reads the request's body and answers fixed bytes. The answers (by scenario's index, as
 * path) arrive from the parent process, so that both servers send the very same bytes.
 */
import { createServer } from 'node:http';

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

process.once('message', (answers: readonly Answer[]) => {
  const ready = answers.map(({ status, contentType, body }) => ({
    status,
    body: Buffer.from(body),
    headers: { 'content-type': contentType, 'content-length': Buffer.byteLength(body) },
  }));
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const answer = ready[Number(request.url?.slice(1))];
      if (answer === undefined) response.writeHead(404).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
