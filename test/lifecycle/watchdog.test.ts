import { once } from 'node:events';
import { expect } from 'chai';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Shop extends AsyncDisposable {
  readonly stoa: RunningStoa;
  readonly address: string;
  /** Lets the extension "mill" make a mistake, in a handler or a resolver. The answer may never come. */
  fault(name: string, where?: 'handler' | 'resolver'): Promise<Response | undefined>;
  /** The first log line of an event, so far or to come. */
  line(event: string): Promise<Readonly<Record<string, unknown>>>;
}

interface ShopOptions {
  readonly exitMs?: number;
  readonly nodeOptions?: string;
}

async function start({ exitMs = 10_000, nodeOptions = '' }: ShopOptions = {}): Promise<Shop> {
  const file = await fixtureProject('blocking-shop', (text) => text.replace('exitMs: 10000', `exitMs: ${exitMs}`));
  const { url, drop } = await createDatabase();
  const environment = { DATABASE_URL: url, NODE_OPTIONS: nodeOptions };
  const stoa = startStoa(['start'], { file, environment });
  const address = await stoa.waitFor(/http:\S+/);
  const post = (path: string, body?: unknown): Promise<Response | undefined> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => undefined);
  return {
    stoa,
    address,
    fault: (name, where = 'handler') =>
      where === 'handler' ? post(`/faults/${name}`) : post('/graphql', { query: `{ mill(fault: "${name}") }` }),
    line: async (event) => {
      const found: Record<string, unknown> = JSON.parse(
        await stoa.waitFor(new RegExp(`^\\{.*"msg":"${event}"\\}$`, 'm'), 'stderr'),
      );
      return found;
    },
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
}

const source = /extensions\/mill\/src\/faults\.ts$/;

/** The line of each fault in the fixture's faults.ts. */
const lines: Readonly<Record<string, number>> = { loop: 9, pattern: 11, wait: 12, microtasks: 14 };

describe('a blocked process', () => {
  for (const [fault, line] of Object.entries(lines)) {
    it(`is reported with extension, file and line: ${fault} in a handler`, async () => {
      await using shop = await start();
      void shop.fault(fault);
      const found = await shop.line('event loop blocked');
      expect(found).to.include({ level: 50, extension: 'mill', foundBy: 'stack', line });
      expect(found.file).to.match(source);
      expect(found.time).to.match(/^\d{4}-.*Z$/);
    });
  }

  it('is reported with extension: huge JSON in a handler', async () => {
    await using shop = await start();
    void shop.fault('json');
    // With a place where the thread looks between two calls of JSON, else as the last call.
    expect(await shop.line('event loop blocked')).to.include({ level: 50, extension: 'mill' });
  });

  it('is reported with extension, file and line: a loop in a resolver', async () => {
    await using shop = await start();
    void shop.fault('loop', 'resolver');
    expect(await shop.line('event loop blocked')).to.include({ extension: 'mill', foundBy: 'stack', line: lines.loop });
  });

  it('is reported by the asynchronous context where every frame is of Node', async () => {
    await using shop = await start();
    void shop.fault('timer', 'resolver');
    expect(await shop.line('event loop blocked')).to.include({ extension: 'mill', foundBy: 'async context' });
  });

  it('is reported by the last call in a system call, and exits by SIGKILL', async () => {
    await using shop = await start({ exitMs: 2_000 });
    void shop.fault('systemCall');
    const found = await shop.line('event loop blocked');
    expect(found).to.include({ extension: 'mill', foundBy: 'last call' });
    expect(found.stack).to.match(/^no stack/);
    await once(shop.stoa.child, 'exit');
    expect(shop.stoa.child.signalCode).to.equal('SIGKILL');
  });

  it('ends at once by SIGTERM after the report', async () => {
    await using shop = await start();
    void shop.fault('loop');
    await shop.line('event loop blocked');
    shop.stoa.child.kill('SIGTERM');
    await once(shop.stoa.child, 'exit');
    expect(shop.stoa.child.signalCode).to.equal('SIGTERM');
  });

  it('exits with 86 after system.watchdog.exitMs', async () => {
    await using shop = await start({ exitMs: 2_000 });
    void shop.fault('loop');
    await once(shop.stoa.child, 'exit');
    expect(shop.stoa.child.exitCode).to.equal(86);
    expect(await shop.line('event loop blocked for too long')).to.include({ exitCode: 86 });
  });

  it('goes on, and stops as before, when the block ends', async () => {
    await using shop = await start({ exitMs: 0 });
    expect((await shop.fault('short'))?.status).to.equal(200);
    expect(await shop.line('event loop blocked'))
      .to.include({ extension: 'mill', line: 26 })
      .and.not.have.key('exitMs');
    expect(await shop.line('event loop free'))
      .to.have.property('blockedMs')
      .which.is.above(1_500);
    expect((await fetch(`${shop.address}/shelf`)).status).to.equal(200);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
  });

  it('is left alone while a debugger is attached', async () => {
    await using shop = await start({ nodeOptions: '--inspect=127.0.0.1:0' });
    expect((await shop.fault('short'))?.status).to.equal(200);
    expect((await fetch(`${shop.address}/shelf`)).status).to.equal(200);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(shop.stoa.stderr()).to.not.include('event loop');
  });
});

describe('a hostile pattern in route.json', () => {
  it('is answered like any other, and blocks nothing', async () => {
    await using shop = await start();
    const send = (word: string): Promise<Response> =>
      fetch(`${shop.address}/words`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ word }),
      });
    expect((await send('aaaa')).status).to.equal(200);
    const answer = await send(`${'a'.repeat(5_000)}!`);
    expect([answer.status, await answer.json()]).to.deep.equal([400, { error: 'word must match ^(a+)+$' }]);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(shop.stoa.stderr()).to.not.include('event loop');
  });
});

describe('a heap that fills', () => {
  it('is reported with the extension that allocates, and the line, before the process dies', async () => {
    await using shop = await start({ exitMs: 0, nodeOptions: '--max-old-space-size=250' });
    void shop.fault('leak');
    const found = await shop.line('heap near its limit');
    expect(found).to.include({ level: 50, extension: 'mill' });
    expect(found.file).to.match(source);
    expect(found.line).to.be.within(28, 30);
    expect(shop.stoa.child.exitCode).to.equal(null);
  });
});

describe('an extension that ends the process', () => {
  const calls: Readonly<Record<string, string>> = {
    exit: 'process.exit(3)',
    importedExit: 'process.exit(3)',
    reallyExit: 'process.reallyExit(3)',
    abort: 'process.abort()',
    killSelf: 'process.kill(',
    killParent: 'process.kill(',
    killGroup: "process.kill(0, 'SIGCONT')",
    killNamedGroup: 'process.kill(-',
  };

  it('gets an error that names it, in a handler and a resolver, and the log has the line', async () => {
    await using shop = await start();
    for (const fault of Object.keys(calls)) {
      expect((await shop.fault(fault))?.status, fault).to.equal(500);
      expect((await shop.fault(fault, 'resolver'))?.status, fault).to.equal(200);
    }
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    const refused = refusals(shop.stoa.stderr());
    const expected = Object.values(calls).flatMap((call) => [call, call]);
    expect(refused).to.have.lengthOf(expected.length);
    for (const [index, line] of refused.entries()) {
      expect(line).to.include({ extension: 'mill' });
      expect(line.call)
        .to.be.a('string')
        .and.satisfy((text: string) => text.startsWith(expected[index] ?? '?'));
      expect(line.file).to.match(source);
    }
  });

  for (const where of ['handler', 'resolver'] as const) {
    it(`is named by its asynchronous context when Node calls exit for it: ${where}`, async () => {
      await using shop = await start();
      void shop.fault('laterExit', where);
      expect(await shop.line('exit refused')).to.include({ extension: 'mill', call: 'process.exit(3)' });
      expect(await shop.line('uncaught exception')).to.include({ extension: 'mill' });
    });
  }

  it('may still ask whether a process exists', async () => {
    await using shop = await start();
    expect((await shop.fault('asks'))?.status).to.equal(200);
  });
});

describe('an error outside of any request', () => {
  const events = {
    laterThrow: 'uncaught exception',
    laterThrowOfNode: 'uncaught exception',
    laterRejection: 'unhandled rejection',
  } as const;

  for (const [fault, event] of Object.entries(events)) {
    for (const where of ['handler', 'resolver'] as const) {
      it(`is logged with the extension: ${fault} of a ${where}`, async () => {
        await using shop = await start();
        await shop.fault(fault, where);
        expect(await shop.line(event)).to.include({ extension: 'mill' });
      });
    }
  }
});

function refusals(log: string): readonly Readonly<Record<string, unknown>>[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"exit refused"'))
    .map((line): Record<string, unknown> => JSON.parse(line));
}
