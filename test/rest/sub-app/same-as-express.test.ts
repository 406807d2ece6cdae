import { createServer } from 'node:http';
import { expect } from 'chai';
import express, { type Request, type Response } from 'express';
import { exchangeRaw } from '../../support/raw-socket.ts';
import { startRest } from '../../support/rest-gateway.ts';

/** What a handler does with its response. It may leave notes of what it sees. */
type Work = (response: Response, request: Request, note: (seen: unknown) => void) => unknown;

interface Seen {
  readonly status: string;
  /** Without those that every answer of the gateway has, and the time. */
  readonly fields: readonly string[];
  readonly body: string;
  readonly notes: readonly unknown[];
}

interface Asked {
  readonly method?: string;
  readonly fields?: string;
}

/** In an extension, and in an Express application with the same settings that does nothing else. */
async function seenByBoth(work: Work, asked: Asked = {}): Promise<{ readonly ours: Seen; readonly expresss: Seen }> {
  const ours: unknown[] = [];
  await using server = await startRest({
    it: { path: '/it', methods: ['GET', 'POST'], run: [handlerOf(work, ours)] },
  });
  const own = await ask(server.port, asked);

  const notes: unknown[] = [];
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use('/it', handlerOf(work, notes));
  const plain = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => plain.once('listening', resolve));
  const address = plain.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  try {
    return { ours: { ...own, notes: ours }, expresss: { ...(await ask(address.port, asked)), notes } };
  } finally {
    plain.close();
  }
}

function handlerOf(work: Work, notes: unknown[]): (request: Request, response: Response) => unknown {
  return (request, response) => {
    response.once('close', () => notes.push(...reads(response)));
    return work(response, request, (seen) => notes.push(seen));
  };
}

/** How a handler, or a log of its own, may look at the fields of a response. */
function reads(response: Response): readonly unknown[] {
  const names = response.getHeaderNames().filter((name) => !isOurs(name));
  return [
    response.headersSent,
    response.statusCode,
    response.get('Content-Type'),
    response.getHeader('CONTENT-LENGTH'),
    response.hasHeader('content-type'),
    response.hasHeader('x-nothing'),
    names,
    names.map((name) => response.getHeaders()[name]),
  ];
}

const gatewayFields =
  /^(content-security-policy|cross-origin-.*|origin-agent-cluster|referrer-policy|x-content-type-options|x-frame-options|x-request-id)$/;

function isOurs(name: string): boolean {
  return gatewayFields.test(name);
}

async function ask(port: number, { method = 'POST', fields = '' }: Asked): Promise<Omit<Seen, 'notes'>> {
  const answer = await exchangeRaw(port, `${method} /it HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${fields}\r\n`);
  const end = answer.indexOf('\r\n\r\n');
  const [status = '', ...lines] = answer.slice(0, end).split('\r\n');
  const shown = lines.filter((line) => {
    const name = (line.split(':')[0] ?? '').toLowerCase();
    return name !== 'date' && !isOurs(name);
  });
  return { status, fields: shown, body: answer.slice(end + 4) };
}

const works: Readonly<Record<string, readonly [Work, Asked?]>> = {
  'an object': [(response) => response.status(201).json({ success: true, text: 'é ☃ <b>&</b>' })],
  'nothing at all': [(response) => response.json(undefined)],
  'for HEAD': [(response) => response.json({ a: 1 }), { method: 'HEAD' }],
  'with status 204': [(response) => response.status(204).json({ a: 1 })],
  'with fields of its own': [
    (response) => response.location('/a').append('X-A', '1').append('X-A', '2').cookie('c', '1').json({}),
  ],
  'in pieces': [
    (response) => {
      response.write('a');
      response.end('b');
    },
  ],
  'by writeHead': [(response) => response.set('X-Z', 'z').writeHead(202, { 'X-A': 'a' }).end('x')],
  'by writeHead with a list': [
    (response) => response.set('X-Z', 'z').writeHead(202, ['X-A', 'a', 'X-A', 'b']).end('x'),
  ],
  'by flushHeaders': [
    (response) => {
      response.flushHeaders();
      response.end('x');
    },
  ],
  'by setHeaders': [(response) => response.setHeaders(new Headers({ 'x-a': 'a' })).end('x')],
  'when the application has spaces': [
    (response, request) => {
      request.app.set('json spaces', 2);
      response.json({ a: 1 });
    },
  ],
  ...Object.fromEntries(
    (['send', 'end', 'setHeader', 'writeHead', 'json'] as const).map((name) => [
      `when ${name} has been replaced`,
      [
        (response: Response, _request: Request, note: (seen: unknown) => void) => {
          const before: unknown = Reflect.get(response, name);
          if (typeof before !== 'function') throw new Error(`there is no ${name}`);
          Reflect.set(response, name, function (this: Response, ...args: readonly unknown[]) {
            note(name);
            return Reflect.apply(before, this, args);
          });
          response.status(201).json({ a: 1 });
        },
      ],
    ]),
  ),
};

describe('an extension’s answer', () => {
  for (const [name, [work, asked]] of Object.entries(works)) {
    it(`is that of an Express application: ${name}`, async () => {
      const { ours, expresss } = await seenByBoth(work, asked);
      expect(once(ours)).to.deep.equal(once(expresss));
    });
  }
});

/** Express sets some fields twice, and asks for others twice: how often somebody is asked is nothing that anybody is promised. */
function once({ notes, ...seen }: Seen): Seen {
  return { ...seen, notes: notes.filter((note, index) => typeof note !== 'string' || notes.indexOf(note) === index) };
}

describe('an extension that changes what all of its responses and requests have', () => {
  it('changes nothing for its neighbours', async () => {
    const changing = (request: Request, response: Response): void => {
      for (const part of [request, response]) {
        const shared = Object.getPrototypeOf(Object.getPrototypeOf(part));
        shared.json = () => response.end('changed');
        shared.get = () => 'changed';
      }
      response.json({});
    };
    const plain = (request: Request, response: Response): void => {
      response.json({ host: request.get('host') });
    };
    await using first = await startRest({ it: { path: '/it', methods: ['GET'], run: [changing] } });
    await using second = await startRest({ it: { path: '/it', methods: ['GET'], run: [plain] } });
    expect(await (await fetch(`${first.url}/it`)).text()).to.equal('changed');
    expect(await (await fetch(`${second.url}/it`)).json()).to.deep.equal({ host: `127.0.0.1:${second.port}` });
  });
});
