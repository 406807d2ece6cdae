import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createTickets, wire } from '#placement';
import { sign } from '../../src/placement/wire/signature.ts';
import { extensionId } from '../support/database.ts';
import type { Fault } from '../support/faulty-proxy.ts';
import { notesSecret, type ServedShop, startServedShop } from '../support/served-shop.ts';

const query = '{ things { name note } firstNote }';

describe('an extension that stoa serve serves', () => {
  let served: ServedShop;
  before(async () => {
    served = await startServedShop();
  });
  after(() => served[Symbol.asyncDispose]());

  const page = async () => {
    const response = await fetch(`${served.shop.url}/`, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };
  const seen = async () => (await served.shop.rest<Record<string, number>>('GET', '/seen')).body;
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
  };

  it('answers its part of the graph, of pages and of routes', async () => {
    expect(await served.shop.graphql(query)).to.deep.equal({
      data: {
        things: [
          { name: 'lamp', note: 'note 1' },
          { name: 'rope', note: 'note 2' },
        ],
        firstNote: 'keep dry',
      },
    });
    const { status, text } = await page();
    expect([status, text]).to.deep.equal([200, text]);
    expect(text).to.include('lamp').and.include('keep dry');
    const ok = await served.shop.rest<{ note: string; shown: object }>('POST', '/notes', {
      body: { text: 'wet' },
      headers: { 'stoa-ticket': 'mine', 'x-own': '1' },
    });
    expect(ok.status).to.equal(201);
    expect(ok.body.note).to.equal('wet');
    expect(ok.body.shown).to.include({ 'x-own': '1', host: new URL(served.shop.url).host });
    expect(Object.keys(ok.body.shown).filter((name) => name.startsWith('stoa-'))).to.deep.equal([]);
  });

  it('validates its input in the gateway', async () => {
    const before = served.proxy.requests;
    const { status, body } = await served.shop.rest('POST', '/notes', { body: {} });
    expect([status, body]).to.deep.equal([400, { error: 'text is required' }]);
    expect(served.proxy.requests).to.equal(before);
  });

  it('queries the gateway as the caller, and its neighbours through it', async () => {
    const { data, errors } = await served.shop.graphql('{ whoAsks named }');
    expect(errors).to.equal(undefined);
    expect(data).to.deep.equal({ whoAsks: 'guest', named: ['lamp', 'rope'] });
    const token = await served.shop.token([], 'bea');
    expect(await served.shop.graphql('{ whoAsks }', {}, token)).to.deep.equal({ data: { whoAsks: 'bea' } });
  });

  it("queries the gateway for the client's address, and not for its own", async () => {
    const response = await fetch(`${served.shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ query: '{ addressAsked }' }),
    });
    expect(await response.json()).to.deep.equal({ data: { addressAsked: '203.0.113.7' } });
  });

  it('answers clients of one moment in fewer requests, each as its own caller', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `bea${index}`);
    const tokens = await Promise.all(names.map((name) => served.shop.token([], name)));
    const before = served.proxy.requests;
    const answers = await Promise.all(tokens.map((token) => served.shop.graphql('{ whoAsks }', {}, token)));
    expect(answers).to.deep.equal(names.map((whoAsks) => ({ data: { whoAsks } })));
    expect(served.proxy.requests - before).to.be.below(names.length);
  });

  it('answers a client while it still works for another one of the same moment, and ends when that one leaves', async () => {
    const isLeft = async (): Promise<boolean> => {
      const before = await seen();
      const controller = new AbortController();
      const body = JSON.stringify({ query: '{ waits }' });
      const headers = { 'content-type': 'application/json' };
      const slow = fetch(`${served.shop.url}/graphql`, { method: 'POST', headers, body, signal: controller.signal });
      const others = Array.from({ length: 10 }, () => served.shop.graphql('{ firstNote }'));
      for (const each of await Promise.all(others)) expect(each).to.deep.equal({ data: { firstNote: 'keep dry' } });
      await until(async () => Number((await seen()).waiting) > Number(before.waiting));
      controller.abort();
      await slow.catch(() => undefined);
      await until(async () => Number((await seen()).ended) > Number(before.ended));
      return Number((await seen()).gone) > Number(before.gone);
    };
    // On a busy machine the time of the extension may be over before.
    await until(isLeft);
  });

  it('signs a shopper in and out, and sets no field of the gateway', async () => {
    const answer = await fetch(`${served.shop.url}/sign/in`, { method: 'POST' });
    const cookies = answer.headers.getSetCookie();
    const session = cookies.find((cookie) => cookie.startsWith('stoa_session='));
    expect(cookies).to.have.lengthOf(2).and.to.include('own=1');
    expect(session).to.not.include('forged');
    expect(answer.headers.get('x-request-id')).to.not.equal('forged');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('stoa-'))).to.deep.equal([]);
    const cookie = session?.split(';')[0] ?? '';
    const me = await served.shop.rest('GET', '/me', { headers: { cookie } });
    expect(me.body).to.deep.equal({ user: { id: 'ann', permissions: ['notes:write'] }, caller: 'ann' });
    await served.shop.rest('POST', '/sign/out', { headers: { cookie, origin: served.shop.url } });
    expect((await served.shop.rest('GET', '/me', { headers: { cookie } })).status).to.equal(401);
  });

  it('gets an upload while it arrives', async () => {
    const upload = httpRequest(`${served.shop.url}/upload`, { method: 'POST' });
    const answered = once(upload, 'response');
    upload.write(Buffer.alloc(200_000));
    await until(async () => Number((await seen()).read) === 200_000);
    upload.end(Buffer.alloc(100_000));
    const [response] = await answered;
    expect(JSON.parse(await text(response))).to.deep.equal({ bytes: 300_000 });
  });

  it('refuses an upload that is too long, before it has arrived', async () => {
    const upload = httpRequest(`${served.shop.url}/upload`, { method: 'POST' });
    upload.on('error', () => undefined);
    const answered = once(upload, 'response');
    for (let megabytes = 0; megabytes < 5; megabytes++) upload.write(Buffer.alloc(1_000_000));
    const [response] = await answered;
    expect(response.statusCode).to.equal(413);
    upload.destroy();
  });

  it('need not read an upload to answer it', async () => {
    const body = Buffer.alloc(3_000_000);
    const answer = await fetch(`${served.shop.url}/unread`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).to.deep.equal([202, { read: false }]);
  });

  it('learns that the client of an upload has left', async () => {
    const { aborted } = await seen();
    const upload = httpRequest(`${served.shop.url}/upload`, { method: 'POST' });
    upload.on('error', () => undefined);
    upload.write(Buffer.alloc(100_001));
    await until(async () => Number((await seen()).read) === 100_001);
    upload.destroy();
    await until(async () => Number((await seen()).aborted) > Number(aborted));
  });

  it('writes a download no faster than the client reads, and stops when it leaves', async () => {
    const { closed } = await seen();
    const download = httpRequest(`${served.shop.url}/download/512`);
    download.end();
    const [response] = await once(download, 'response');
    await once(response, 'data');
    response.pause();
    let last = -1;
    await until(async () => {
      const { written } = await seen();
      const isStill = written === last;
      last = Number(written);
      return isStill;
    });
    expect(last).to.be.below(128 * 1024 * 1024);
    response.destroy();
    await until(async () => Number((await seen()).closed) > Number(closed));
    expect(Number((await seen()).written)).to.be.below(518 * 1024 * 1024);
  });

  it('fails alone when it takes too long', async () => {
    const { data, errors } = await served.shop.graphql<{ things: object[] }>('{ things { name slow } }');
    expect(data?.things).to.deep.equal([
      { name: 'lamp', slow: null },
      { name: 'rope', slow: null },
    ]);
    expect(errors?.[0]?.extensions).to.deep.include({ code: 'EXTENSION_TIMEOUT', extension: 'notes' });
    expect((await served.shop.rest('GET', '/slow')).status).to.equal(504);
    // Time-outs of its own count for its circuit breaker. It answers, so the next call closes it again.
    await served.shop.graphql('{ firstNote }');
  });

  describe('takes no request', () => {
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const body = '{"query":"{ firstNote }"}';
      const response = await fetch(served.notesUrl + wire.paths.graphql, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    };
    const call = '{"request":{}}';
    const head = { method: 'POST', url: wire.paths.graphql, call };
    const body = '{"query":"{ firstNote }"}';

    for (const [given, signature, reason] of [
      ['without a signature', undefined, 'has no'],
      ['with half a signature', () => 't=1,s=x', 'malformed'],
      ['with the signature of yesterday', () => sign(served.key, head, body, Date.now() - 86_400_000), 'expired'],
      ['with the signature of another body', () => sign(served.key, head, `${body} `), 'of another secret'],
      ['with the signature of another call', () => sign(served.key, { ...head, call: '{}' }, body), 'of another'],
      ['with the signature of a streamed body', () => sign(served.key, head, undefined), 'of another'],
    ] as const)
      it(`${given}`, async () => {
        const fields =
          signature === undefined ? {} : { [wire.fields.call]: call, [wire.fields.signature]: signature() };
        const { status, text } = await ask(fields);
        expect(status).to.equal(401);
        expect(text).to.include(reason);
        expect(text).to.not.include(notesSecret);
      });

    it('whose signature is right, but that is no call', async () => {
      const { status, text } = await ask({
        [wire.fields.call]: call,
        [wire.fields.signature]: sign(served.key, head, body),
      });
      expect([status, text.includes('no calls of a gateway')]).to.deep.equal([500, true]);
    });
  });

  describe('queries the gateway in no other name', () => {
    const ask = async (ticket: string, signature?: string) => {
      const response = await fetch(served.shop.url + wire.paths.query, {
        method: 'POST',
        body: '{"query":"{ caller }"}',
        headers: { [wire.fields.ticket]: ticket, ...(signature && { [wire.fields.signature]: signature }) },
      });
      return response.status;
    };
    const signed = (ticket: string) =>
      sign(served.key, { method: 'POST', url: wire.paths.query, call: ticket }, '{"query":"{ caller }"}');
    const issue = (secrets: readonly string[], extension = 'notes', clock?: () => number) =>
      createTickets(secrets, clock).issue({
        extension: extensionId(extension),
        caller: { kind: 'user', id: 'ann', permissions: [] },
        depth: 0,
      });
    const own = () => {
      const { secret } = served.shop.gateway.config.auth.session;
      return [secret];
    };

    it('with a ticket that it has made itself', async () => {
      const ticket = issue([notesSecret]);
      expect(await ask(ticket, signed(ticket))).to.equal(404);
    });

    it('with a ticket of another caller alone', async () => {
      expect(await ask(issue(own()))).to.equal(404);
    });

    it('with a ticket that another extension has got', async () => {
      const ticket = issue(own(), 'things');
      expect(await ask(ticket, signed(ticket))).to.equal(404);
    });

    it('with a ticket that is expired', async () => {
      const ticket = issue(own(), 'notes', () => Date.now() - 3_600_000);
      expect(await ask(ticket, signed(ticket))).to.equal(404);
    });

    it('but with its own ticket and signature', async () => {
      const ticket = issue(own());
      expect(await ask(ticket, signed(ticket))).to.equal(200);
    });
  });

  describe('leaves the rest of the shop as it is when it', () => {
    const rest = async () => {
      const { status, body } = await served.shop.rest<{ error?: string }>('GET', '/seen');
      return [status, body.error] as const;
    };
    const isBack = async () => {
      const { data } = await served.shop.graphql<{ firstNote: string | null }>('{ firstNote }');
      return data?.firstNote === 'keep dry' && (await rest())[0] === 200;
    };

    for (const fault of [
      'refuses',
      'resets',
      'half-closes',
      'babbles',
      'malformed',
      'oversized',
      'stranger',
      'hangs',
    ] satisfies Fault[])
      it(`${fault}, and comes back by itself`, async () => {
        await served.proxy.set(fault);
        const { data, errors } = await served.shop.graphql<{ things: { name: string; note: string | null }[] }>(query);
        expect(data).to.deep.equal({
          things: [
            { name: 'lamp', note: null },
            { name: 'rope', note: null },
          ],
          firstNote: null,
        });
        expect(errors?.map(({ extensions }) => extensions?.extension)).to.deep.equal(['notes', 'notes', 'notes']);
        expect(errors?.[0]?.message).to.include('The extension notes');
        const [status, error] = await rest();
        if (fault === 'hangs') expect([503, 504]).to.include(status);
        else expect([status, error]).to.deep.equal([503, 'The extension notes is unavailable. Try again later.']);
        expect((await served.shop.rest('GET', '/thing')).status).to.equal(200);
        const { status: shown, text } = await page();
        expect([shown, text.includes('lamp'), text.includes('keep dry')]).to.deep.equal([200, true, false]);
        await served.proxy.set('none');
        await until(isBack);
        expect((await page()).text).to.include('keep dry');
      });

    it('is frozen, and comes back by itself', async () => {
      served.notes.child.kill('SIGSTOP');
      const { data } = await served.shop.graphql<{ firstNote: null }>('{ things { name } firstNote }');
      expect(data?.firstNote).to.equal(null);
      served.notes.child.kill('SIGCONT');
      await until(isBack);
    });
  });
});

describe('stoa serve', () => {
  it('finishes its calls when it is asked to stop, and takes no others', async () => {
    await using served = await startServedShop();
    const download = httpRequest(`${served.shop.url}/download/64`);
    download.end();
    const [response] = await once(download, 'response');
    await once(response, 'data');
    response.pause();
    const ended = once(served.notes.child, 'close');
    served.notes.child.kill('SIGTERM');
    await served.notes.waitFor(/"stopping"/, 'stderr');
    const refused = async () => {
      const { status } = await served.shop.rest('GET', '/seen');
      return status === 503;
    };
    while (!(await refused()));
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.resume();
    await once(response, 'end');
    expect(bytes).to.be.greaterThan(64 * 1024 * 1024 - 70_000);
    expect((await ended)[0]).to.equal(0);
  });

  it('sends the whole of a long answer before it ends', async () => {
    await using served = await startServedShop((text) => text.replace(/(callTimeoutMs|timeoutMs): \d+/g, '$1: 60000'));
    const asked = served.shop.graphql<{ long: string }>('{ long }');
    while ((await served.shop.rest<Record<string, number>>('GET', '/seen')).body.waiting !== 1);
    served.notes.child.kill('SIGTERM');
    const { data, errors } = await asked;
    expect(data?.long, JSON.stringify(errors)).to.have.lengthOf(8 * 1024 * 1024);
  });
});
