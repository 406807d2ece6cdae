import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { bodyOf, InputError, linesIn, nameIn, timeIn, wholeIn } from './read-input.ts';
import type { Warehouse } from './warehouse.ts';

export interface ServeOptions {
  readonly warehouse: Warehouse;
  readonly port: number;
  /** Requests have it as their bearer token. */
  readonly token: string;
}

type Call = (body: ReturnType<typeof bodyOf>) => object;

/** The API as warehouse.json describes it. */
export async function serve({ warehouse, port, token }: ServeOptions): Promise<Server> {
  const calls: Readonly<Record<string, Call>> = {
    '/counts': (body) => warehouse.count(nameIn(body, 'sku'), wholeIn(body, 'onHand', 0)),
    '/holds': (body) => warehouse.hold(nameIn(body, 'order'), linesIn(body), timeIn(body, 'until')),
    '/commits': (body) => warehouse.commit(nameIn(body, 'order')),
    '/releases': (body) => warehouse.release(nameIn(body, 'order'), { forGood: body.forGood === true }),
    '/returns': (body) => {
      const [order, key] = [nameIn(body, 'order'), nameIn(body, 'key')];
      return { order, key, accepted: warehouse.giveBack(order, key, linesIn(body)) };
    },
  };

  async function answer(request: IncomingMessage): Promise<readonly [status: number, value: object]> {
    if (!isAllowed(request, token)) return [401, { message: 'The token is wrong.' }];
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://warehouse');
    if (request.method === 'GET' && pathname === '/levels') return [200, warehouse.levels(searchParams.getAll('skus'))];
    const call = request.method === 'POST' && Object.hasOwn(calls, pathname) ? calls[pathname] : undefined;
    if (call === undefined) return [404, { message: 'There is no such call.' }];
    return [200, call(bodyOf(await text(request)))];
  }

  const server = createServer(async (request, response) => {
    const [status, value] = await answer(request).catch(failed);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const [given, wanted] = [headers.authorization ?? '', `Bearer ${token}`].map((each) => Buffer.from(each));
  return (
    given !== undefined && wanted !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
  );
}

function failed(error: unknown): readonly [status: number, value: object] {
  if (error instanceof InputError || error instanceof SyntaxError) return [400, { message: error.message }];
  console.error(error);
  return [500, { message: 'The warehouse has failed.' }];
}
