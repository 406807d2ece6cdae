import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Context as MochaContext } from 'mocha';
import { fixtureProject } from './test-project.ts';

export const meshPackages = resolve(import.meta.dirname, '../fixtures/mesh-packages/node_modules');

/** GraphQL Mesh is 180 MB that most tests do not need: `npm ci --prefix test/fixtures/mesh-packages` brings it. */
export function needsMesh(this: MochaContext): void {
  if (existsSync(join(meshPackages, '@graphql-mesh/cli'))) return;
  process.stderr.write('skipped: GraphQL Mesh is not there (npm ci --prefix test/fixtures/mesh-packages)\n');
  this.skip();
}

/** The gateway.yaml of a copy of a fixture, with GraphQL Mesh installed in it. */
export async function meshProject(name: string, edit?: (text: string) => string): Promise<string> {
  const file = await fixtureProject(name, edit);
  await symlink(meshPackages, join(dirname(file), 'node_modules'));
  return file;
}

/** An edit of gateway.yaml for tests of answers: the first calls of Mesh take seconds on a busy machine. */
export function withPatience(text: string): string {
  return text.replace('system:\n', 'system:\n  callTimeoutMs: 60000\n');
}

/** A request as a source has got it. */
export interface SourceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export type SourceAnswer = (request: SourceRequest, response: ServerResponse) => unknown;

/** A real HTTP server that stands for somebody's API. */
export interface TestSource extends AsyncDisposable {
  readonly url: string;
  /** Since the last call. */
  takeRequests(): readonly SourceRequest[];
  /** What it does from here on: gives the JSON that this returns, unless that is undefined. */
  answer: SourceAnswer;
}

export async function startSource(answer: SourceAnswer): Promise<TestSource> {
  const requests: SourceRequest[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = addressOf(server.address());
  const source: TestSource = {
    url: `http://127.0.0.1:${port}`,
    takeRequests: () => requests.splice(0),
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return source;

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) };
    requests.push(request);
    const value = await source.answer(request, response);
    if (value === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the source does not listen');
  return address;
}
