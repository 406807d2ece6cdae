import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Development extends AsyncDisposable {
  readonly stoa: RunningStoa;
  /** Resolves with the address of the gateway that opens as the nth. */
  opens(nth: number): Promise<string>;
  edit(file: string, change: (text: string) => string): Promise<void>;
}

const handler = 'extensions/things/api/addThing/[bodyParser]addThing.ts';
const resolvers = 'extensions/things/graphql/Thing.resolvers.ts';

async function startDevelopment(): Promise<Development> {
  const file = await fixtureProject('small-shop');
  const { url, drop } = await createDatabase();
  const stoa = startStoa(['dev'], { file, environment: { DATABASE_URL: url } });
  return {
    stoa,
    opens: (nth) => stoa.waitFor(new RegExp(`(?:Stoa is open at (\\S+)\\s[\\s\\S]*?){${nth}}`)),
    async edit(name, change) {
      const path = join(dirname(file), name);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    async [Symbol.asyncDispose]() {
      await stoa.stop();
      await drop();
    },
  };
}

async function things(address: string): Promise<unknown> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ things { name } }"}',
  });
  return response.json();
}

async function addThing(address: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${address}/things`, { method: 'POST', headers, body: '{"name":"a thing"}' })).json();
}

describe('stoa dev', () => {
  it('serves the new code after each edit of a resolver and of a handler', async () => {
    await using project = await startDevelopment();
    expect(await things(await project.opens(1))).to.deep.equal({ data: { things: [] } });
    await project.edit(resolvers, () => "export default { Query: { things: () => [{ id: '1', name: 'edited' }] } };");
    expect(await things(await project.opens(2))).to.deep.equal({ data: { things: [{ name: 'edited' }] } });
    await project.edit(handler, () => 'export default (_request, response) => response.json({ edited: true });');
    expect(await addThing(await project.opens(3))).to.deep.equal({ edited: true });
    expect(project.stoa.stderr()).to.match(/changed: .*Thing\.resolvers\.ts\n/);
  });

  it('shows what an edit of gateway.yaml breaks, and opens again when it is mended', async () => {
    await using project = await startDevelopment();
    await project.opens(1);
    await project.edit('gateway.yaml', (text) => text.replace('version:', 'versoin:'));
    await project.stoa.waitFor(/gateway\.yaml:1:1\s+error CONFIG_UNKNOWN_KEY[\s\S]*waiting for a change/, 'stderr');
    await project.edit('gateway.yaml', (text) => text.replace('versoin:', 'version:'));
    await project.opens(2);
  });

  it('shows what an edit of an extension breaks, and watches it on', async () => {
    await using project = await startDevelopment();
    await project.opens(1);
    const mended = await readFile(join(import.meta.dirname, '../fixtures/small-shop', handler), 'utf8');
    await project.edit(handler, () => 'export default ((');
    await project.stoa.waitFor(/addThing\.ts:1:\S+\s+error BUILD_FAILED[\s\S]*waiting for a change/, 'stderr');
    await project.edit(handler, () => mended);
    await project.opens(2);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`ends with 0 on ${signal}, and the gateway with it`, async () => {
      await using project = await startDevelopment();
      const address = await project.opens(1);
      expect(await project.stoa.stop(signal)).to.equal(0);
      expect(await fetch(address).catch(() => 'gone')).to.equal('gone');
    });
  }

  it('ends with 0 when one Ctrl-C arrives twice, from the terminal and from npm', async () => {
    await using project = await startDevelopment();
    await project.opens(1);
    project.stoa.child.kill('SIGINT');
    expect(await project.stoa.stop('SIGINT')).to.equal(0);
    expect(project.stoa.stderr()).to.contain('"stopped"');
  });

  it('leaves no gateway behind when it is killed', async () => {
    await using project = await startDevelopment();
    const address = await project.opens(1);
    project.stoa.child.kill('SIGKILL');
    // The gateway has the same standard output, which closes with the last process that holds it.
    await once(project.stoa.child, 'close');
    expect(project.stoa.stderr()).to.contain('"stopped"');
    expect(await fetch(address).catch(() => 'gone')).to.equal('gone');
  });
});
