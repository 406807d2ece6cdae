import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { expect } from 'chai';
import { exchangeRaw } from '../support/raw-socket.ts';
import {
  operationCases,
  type RequestCase,
  rawCases,
  refusedOperations,
  requestCases,
} from '../support/refusal-cases.ts';
import { type RefusalShop, startRefusalShop } from '../support/refusal-shop.ts';
import { collectSpans, type SpanCollector } from '../support/span-collector.ts';

interface Shown {
  /** Undefined when the connection ended without a whole answer. */
  readonly status: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: string;
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Without what differs between two equal answers: ids, the time, seconds that are left. */
function plain(answer: string): string {
  return answer
    .replace(id, 'ID')
    .replace(/^date: .*\r\n/im, '')
    .replace(/t=\d+|in \d+ seconds/g, 'TIME');
}

const graphqlResponse = 'application/graphql-response+json';

interface GraphqlBody {
  readonly data?: unknown;
  readonly errors: readonly { readonly path?: readonly unknown[]; readonly extensions: { readonly code: string } }[];
}

/** Its errors by path: fields of one level fail in any order. */
function sorted({ body = '', ...answer }: Shown) {
  const { errors, ...rest }: GraphqlBody = JSON.parse(body);
  return { ...answer, body: { ...rest, errors: errors.toSorted((a, b) => `${a.path}`.localeCompare(`${b.path}`)) } };
}

describe('a refusal or failure', () => {
  let shop: RefusalShop;
  let token: string;
  let collector: SpanCollector;
  before(async () => {
    collector = collectSpans();
    shop = await startRefusalShop();
    token = await shop.issuer.token([]);
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    collector[Symbol.dispose]();
  });

  async function send(url: string, { method, path, headers, body }: Omit<RequestCase, 'status'>): Promise<Shown> {
    const request = httpRequest(url + path, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...headers, host: 'shop.example' },
    });
    request.end(body);
    try {
      const [response] = await once(request, 'response');
      const read = await text(response);
      const { date: _, 'retry-after': again, ...fields } = response.headers;
      const shown = { ...fields, 'retry-after': again === undefined ? again : Number(again) > 500 ? 'long' : again };
      return JSON.parse(plain(JSON.stringify({ status: response.statusCode, headers: shown, body: read })));
    } catch {
      return { status: undefined };
    }
  }

  async function both<Result>(ask: (url: string) => Promise<Result>): Promise<Result> {
    const [ofGateway, ofServed] = [await ask(shop.gateway.url), await ask(shop.served.url)];
    expect(ofServed).to.deep.equal(ofGateway);
    return ofGateway;
  }

  const operate = (mediaType: string, operation: object) => (url: string) =>
    send(url, {
      ...{ method: 'POST', path: '/graphql', body: JSON.stringify(operation) },
      headers: { 'content-type': 'application/json', accept: mediaType },
    });

  context('of an operation has equal answers of the gateway and of stoa serve:', () => {
    for (const [name, { codes, ...operation }] of Object.entries(operationCases))
      it(name, async () => {
        const { body } = await both(async (url) => sorted(await operate(graphqlResponse, operation)(url)));
        expect(body.errors.map(({ extensions }) => extensions.code).toSorted()).to.deep.equal(codes.toSorted());
        expect(JSON.stringify(body)).to.not.match(/password|table is missing/);
      });

    for (const [name, operation] of Object.entries(refusedOperations))
      it(name, async () => {
        expect((await both(operate(graphqlResponse, operation))).status).to.equal(400);
        expect((await both(operate('application/json', operation))).status).to.equal(200);
      });
  });

  context('of a request has equal answers of the gateway and of stoa serve:', () => {
    for (const [name, { status, ...request }] of Object.entries(requestCases))
      it(name, async () => {
        // A limit is reached by the second request.
        if (status === 429) await both((url) => send(url, request));
        const answer = await both((url) => send(url, request));
        expect(answer.status, JSON.stringify(answer)).to.equal(status);
        expect(answer.headers ?? {}).to.not.have.property('x-half');
        expect(answer.body ?? '').to.not.match(/password|table is missing/);
      });
  });

  it('of stoa serve comes before it stops', async () => {
    await using stopping = await startRefusalShop();
    const headers = { authorization: `Bearer ${await stopping.issuer.token([])}` };
    const answer = send(stopping.served.url, { method: 'GET', path: '/slow', headers });
    while (stopping.log.events('slow has begun').length === 0) await afterEvents();
    await stopping.served.close({ readinessDelayMs: 0, drainMs: 10_000 });
    expect((await answer).status).to.equal(504);
  });

  it('of stoa serve has a span and a line in the access log', async () => {
    const before = collector.spans.length;
    await send(shop.served.url, { method: 'GET', path: '/throw/conflict' });
    const names = () => collector.spans.slice(before).map(({ name }) => name);
    while (!names().includes('GET /throw/:what')) await afterEvents();
    expect(names()).to.include('faults throw');
    const { path, status, name } = shop.log.events('request').at(-1) ?? {};
    expect({ path, status, name }).to.deep.equal({
      path: '/throw/conflict',
      status: 409,
      name: 'GET,POST /throw/:what',
    });
  });

  context('of a connection has equal answers of the gateway and of stoa serve:', () => {
    for (const [name, { text: raw, status }] of Object.entries(rawCases))
      it(name, async () => {
        const sent = raw.replace('AUTH', `Authorization: Bearer ${token}\r\nConnection: close\r\n`);
        const answer = await both(async (url) => plain(await exchangeRaw(Number(new URL(url).port), sent)));
        expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      });
  });
});
