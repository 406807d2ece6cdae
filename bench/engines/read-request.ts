import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface GraphqlParams {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const limit = 1024 * 1024;

/** Reads, limits and parses a body as Stoa does: method, media type, size, UTF-8, JSON, and the types of its members. */
export function readRequest(
  request: IncomingMessage,
  response: ServerResponse,
  then: (params: GraphqlParams) => void,
): void {
  const refused = statusOfRefusal(request);
  if (refused !== undefined) {
    refuse(response, refused);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  });
  request.on('end', () => {
    try {
      if (size > limit) throw new Error('too large');
      const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
      if (isParams(body)) then(body);
      else refuse(response, 400);
    } catch {
      refuse(response, 400);
    }
  });
}

function statusOfRefusal({ method, headers }: IncomingMessage): number | undefined {
  if (method !== 'POST') return 405;
  if (headers['content-type']?.startsWith('application/json') !== true) return 415;
  return Number(headers['content-length'] ?? 0) > limit ? 413 : undefined;
}

function isParams(body: unknown): body is GraphqlParams {
  return (
    typeof body === 'object' &&
    body !== null &&
    'query' in body &&
    typeof body.query === 'string' &&
    'variables' in body &&
    typeof body.variables === 'object' &&
    body.variables !== null
  );
}

export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

export function answer(response: ServerResponse, result: unknown): void {
  const text = JSON.stringify(result);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Listens on a free port and tells the parent where; ends when the parent does. */
export function tellWhere(server: Server): void {
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}/graphql`);
  });
}
