import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { payBack } from '../src/pay-back.ts';

interface Answer {
  readonly status?: number;
  readonly body: object;
}

const session = {
  id: 'cs_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 1000,
  payment_intent: 'pi_1',
};
const refund = (status: string): Answer => ({ body: { id: 're_1', status, metadata: { key: 'refund-1' } } });
const refusal = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: 'No.' } },
});

describe('card: a refund', () => {
  let provider: Server;
  let sandbox: string;
  /** What the provider answers to who asks for a refund, and to who asks for those there are. */
  let [answer, known]: [Answer, readonly object[]] = [refund('succeeded'), []];
  before(async () => {
    provider = createServer((request, response) => {
      const isList = request.method === 'GET' && request.url?.startsWith('/v1/refunds');
      const { status = 200, body } = request.method === 'POST' ? answer : { body: isList ? { data: known } : session };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    sandbox = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  after(() => {
    provider.closeAllConnections();
    provider.close();
  });

  const pay = (again: boolean) =>
    payBack(
      { settings: { sandbox, timeoutMs: 8000 }, signal: new AbortController().signal },
      { reference: 'cs_1', key: 'refund-1', amount: 400, again },
    ).catch((error: unknown) => String(error));
  const done = { reference: 're_1', refusal: null };

  for (const [what, answers, expected] of [
    ['has succeeded', refund('succeeded'), done],
    ['is not over', refund('pending'), 'StoaError: The card provider has not finished the refund'],
    ['waits for the buyer', refund('requires_action'), done],
    ['has failed', refund('failed'), { reference: null, refusal: 'The provider says: failed.' }],
    [
      'is of a charge that is refunded already',
      refusal('charge_already_refunded'),
      { ...done, reference: 'charge_already_refunded' },
    ],
    ['is of a charge that was lost in a dispute', refusal('charge_disputed'), { reference: null, refusal: 'No.' }],
  ] as const)
    it(`that ${what} is answered as such`, async () => {
      [answer, known] = [answers, []];
      expect(await pay(false)).to.deep.equal(expected);
    });

  it('that was not over is looked up, and not sent again', async () => {
    answer = refusal('charge_disputed');
    for (const [status, expected] of [
      ['pending', 'StoaError: The card provider has not finished the refund'],
      ['failed', { reference: null, refusal: 'The provider says: failed.' }],
      ['succeeded', done],
    ] as const) {
      known = [refund(status).body];
      expect(await pay(true)).to.deep.equal(expected);
    }
  });
});
