import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

const migrations = 'extensions/things/migrations';
const addColour = `alter table thing add column colour text not null default 'red';\n`;
const dropColour = '-- stoa: contract\nalter table thing drop column colour;\n';

/** A version of the shop that reads all columns, with these migrations more. */
async function version(files: Readonly<Record<string, string>>): Promise<string> {
  const file = await fixtureProject('small-shop');
  const resolvers = join(dirname(file), 'extensions/things/graphql/Thing.resolvers.ts');
  await writeFile(resolvers, (await readFile(resolvers, 'utf8')).replace('select id, name', 'select *'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dirname(file), migrations, name), text);
  return file;
}

async function open(file: string, url: string): Promise<{ readonly running: RunningStoa; readonly url: string }> {
  const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
  const running = startStoa(['start'], { file, environment });
  return { running, url: await running.waitFor(/Stoa is open at (\S+)/) };
}

const things = async (url: string): Promise<unknown> => (await fetch(`${url}/graphql?query={things{name}}`)).json();
const served = { data: { things: [{ name: 'lamp' }] } };

/** Asks again and again until it is stopped. Resolves with the number of answers and all that were wrong. */
function keepAsking(url: string): () => Promise<{ readonly count: number; readonly wrong: readonly unknown[] }> {
  let stopped = false;
  let count = 0;
  const wrong: unknown[] = [];
  const lanes = [1, 2, 3, 4].map(async () => {
    while (!stopped) {
      const answer = await things(url).catch(String);
      count++;
      if (JSON.stringify(answer) !== JSON.stringify(served)) wrong.push(answer);
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(lanes);
    return { count, wrong };
  };
}

describe('a rolling upgrade', () => {
  it('to a version that expands, and back, answers every request', async () => {
    const { url, drop } = await createDatabase();
    const [old, next] = [await version({}), await version({ '002-add-colour.sql': addColour })];
    const first = await open(old, url);
    await fetch(`${first.url}/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"lamp"}',
    });
    expect(await things(first.url)).to.deep.equal(served);

    // A `select *` that is prepared meets a table with another column.
    const stop = keepAsking(first.url);
    const second = await open(next, url);
    expect(await things(second.url)).to.deep.equal(served);
    const asked = await stop();
    expect(asked.wrong).to.deep.equal([]);
    expect(asked.count).to.be.above(20);

    // Back: the old version starts on the newer database, and the new one goes.
    expect(await first.running.stop()).to.equal(0);
    const again = await open(old, url);
    expect(again.running.stderr()).to.match(/002-add-colour.sql[^\n]*database ahead of the code/);
    expect(await second.running.stop()).to.equal(0);
    expect(await things(again.url)).to.deep.equal(served);
    expect(await again.running.stop()).to.equal(0);
    await drop();
  });

  it('to a version that contracts: diff and check say no first, and the old version does not start', async () => {
    const { url, drop } = await createDatabase();
    const before = { '002-add-colour.sql': addColour };
    const [old, next] = [await version(before), await version({ ...before, '003-drop-colour.sql': dropColour })];
    const environment = { DATABASE_URL: url, STOA_PORT: '0', STOA_ADMIN_PORT: '0' };
    await runStoa(['migrate'], { file: old, environment });

    const diff = await runStoa(['diff', old], { file: next, environment });
    expect(diff.code).to.equal(3);
    expect(diff.stdout).to.contain('things.003-drop-colour.sql').and.to.contain('"stoa rollback" cannot go back to it');
    const check = await runStoa(['check', '--database'], { file: next, environment });
    expect(check.code).to.equal(0);
    expect(check.stdout).to.contain('LINT_CONTRACTING_MIGRATION').and.to.contain('rollback refuses it');

    expect((await runStoa(['migrate'], { file: next, environment })).code).to.equal(0);
    expect((await runStoa(['check', '--database'], { file: next, environment })).stdout).to.contain('Nothing to fix');
    const start = await runStoa(['start'], { file: old, environment });
    expect(start.code).to.equal(1);
    expect(start.stderr).to.contain('MIGRATION_AHEAD').and.to.contain('003-drop-colour.sql');
    const late = await runStoa(['check', '--database'], { file: old, environment });
    expect(late.code).to.equal(1);
    expect(late.stdout).to.contain('MIGRATION_AHEAD');
    await drop();
  });

  it('within one process: rollback goes back past what expands, and refuses what contracts', async () => {
    await using shop = await startGateway({ file: await version({}), empty: true, development: true });
    const write = (name: string, text: string) => writeFile(join(dirname(shop.file), migrations, name), text);
    // A generation is kept while its files are as they were built.
    await shop.generations.settled();
    await write('002-add-colour.sql', addColour);
    expect((await shop.generations.reload('test')).state).to.equal('current');
    await shop.generations.settled();
    expect((await shop.generations.rollback(1))?.state).to.equal('current');

    expect((await shop.generations.reload('test')).state).to.equal('current');
    await shop.generations.settled();
    const expanded = shop.gateway.generation;
    await write('003-drop-colour.sql', dropColour);
    expect((await shop.generations.reload('test')).state).to.equal('current');
    const contracted = shop.gateway.generation;
    const refused = await shop.generations.rollback(expanded);
    expect([refused?.state, refused?.findings.map(({ code }) => code)]).to.deep.equal(['failed', ['MIGRATION_AHEAD']]);
    expect(shop.gateway.generation).to.equal(contracted);
  });
});
