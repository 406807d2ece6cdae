import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createGatewayClient, createTickets, sourceOf, wire } from '#placement';
import { sign, signWithoutNonce } from '../../src/placement/wire/signature.ts';
import { extensionId } from '../support/database.ts';
import { type ServedShop, startServedShop } from '../support/served-shop.ts';

describe('a call of the gateway that was recorded on its way to stoa serve', () => {
  let served: ServedShop;
  before(async () => {
    served = await startServedShop();
  });
  after(() => served[Symbol.asyncDispose]());

  /** The status of the answer to the same bytes. */
  const replay = async (bytes: Buffer): Promise<string> => {
    const socket = connect(Number(new URL(served.notesUrl).port), '127.0.0.1');
    socket.write(bytes);
    const [head] = await once(socket, 'data');
    socket.destroy();
    return String(head).slice('HTTP/1.1 '.length, 12);
  };
  const count = async () => (await served.shop.graphql<{ countNotes: number }>('mutation { countNotes }')).data;

  it('runs its mutation once', async () => {
    const before = await count();
    const bytes = await served.proxy.recorded(count);
    expect(await replay(bytes)).to.equal('401');
    expect(await count()).to.deep.equal({ countNotes: Number(before?.countNotes) + 2 });
  });

  it('runs its POST once', async () => {
    const bytes = await served.proxy.recorded(() => served.shop.rest('POST', '/notes', { body: { text: 'wet' } }));
    expect(String(bytes)).to.match(/^POST \/notes/);
    expect(await replay(bytes)).to.equal('401');
    await served.notes.waitFor(/a second time/, 'stderr');
  });

  it('answers a query, a GET and a HEAD again: they change nothing', async () => {
    for (const work of [
      () => served.shop.graphql('{ firstNote }'),
      () => served.shop.rest('GET', '/seen'),
      () => fetch(`${served.shop.url}/seen`, { method: 'HEAD' }),
    ])
      expect(await replay(await served.proxy.recorded(work))).to.equal('200');
  });

  it('does not keep two equal calls of one second apart', async () => {
    const add = async () => (await served.shop.rest('POST', '/notes', { body: { text: 'twice' } })).status;
    expect(await Promise.all([add(), add(), add()])).to.deep.equal([201, 201, 201]);
  });

  describe('by a gateway of the version before, which sends no nonce,', () => {
    const body = JSON.stringify({ contracts: [], calls: [] });
    const head = { method: 'POST', url: wire.paths.graphql, call: '' };
    const ask = async (signature: string) =>
      (
        await fetch(served.notesUrl + head.url, {
          method: 'POST',
          body,
          headers: { [wire.fields.signature]: signature },
        })
      ).status;

    it('is accepted', async () => {
      // No instance has the contract of a call without contracts: the call is not begun.
      expect(await ask(signWithoutNonce(served.key, head, body))).to.equal(503);
      expect(await ask(sign(served.key, head, body))).to.equal(503);
    });

    it('is not what remains of another one without its nonce', async () => {
      expect(await ask(sign(served.key, head, body).replace(/n=[^,]*,/, ''))).to.equal(401);
    });
  });

  describe('or of a question to the gateway,', () => {
    const ask = async (nonce: string | undefined) => {
      const { secret } = served.shop.gateway.config.auth.session;
      const [extension, caller] = [extensionId('notes'), { kind: 'guest' } as const];
      const ticket = createTickets([secret]).issue({ extension, caller, depth: 0 });
      const body = JSON.stringify({ query: '{ caller }', nonce });
      const head = { method: 'POST', url: wire.paths.query, call: ticket };
      const signature = signWithoutNonce(served.key, head, body);
      const headers = { [wire.fields.ticket]: ticket, [wire.fields.signature]: signature };
      const answer = await fetch(served.shop.url + wire.paths.query, { method: 'POST', body, headers });
      return `${answer.status} ${await answer.text()}`;
    };

    it('is answered once', async () => {
      const nonce = crypto.randomUUID();
      expect(await ask(nonce)).to.include('200 {"data"');
      expect(await ask(nonce))
        .to.include('500')
        .and.include('a second time');
    });

    it('is answered without a nonce, which the version before does not send', async () => {
      expect(await ask(undefined)).to.include('200 {"data"');
      expect(await ask(undefined)).to.include('200 {"data"');
    });

    it('has another nonce each time', async () => {
      const nonces: unknown[] = [];
      const gateway = createServer(async (request, response) => {
        nonces.push(JSON.parse(await text(request)).nonce);
        response.setHeader('content-type', 'application/json');
        response.end('{"data":{}}');
      }).listen(0, '127.0.0.1');
      await once(gateway, 'listening');
      const { port } = gateway.address() as AddressInfo;
      const client = createGatewayClient(sourceOf(`http://127.0.0.1:${port}`, undefined), served.key);
      const { signal } = new AbortController();
      const question = { ticket: 't', requestId: 'r', query: '{ caller }', variables: undefined, signal };
      await Promise.all([client.ask(question), client.ask(question)]);
      await client.close();
      gateway.close();
      expect(nonces).to.satisfy(([a, b]: unknown[]) => typeof a === 'string' && typeof b === 'string' && a !== b);
    });
  });
});
