import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect } from 'chai';
import { extensionId } from '../support/database.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

const jobs = {
  /** Ends when the test says so. */
  ends: `await once(process, 'SIGUSR2');`,
  /** Ends with its signal. The second attempt has nothing left to do. */
  obeys: `if (attempt === 1) await once(signal, 'abort').then(() => { logger.info('obeys aborted'); throw signal.reason; });`,
  /** Knows no signal. */
  ignores: `if (attempt === 1) await new Promise(() => setInterval(() => undefined, 1000));`,
};

/** A shop whose extension with jobs is a process of `stoa serve`. */
async function startShop(drainMs: number) {
  const stack = new AsyncDisposableStack();
  const placement = `placement: { url: "\${NOTES_URL}", secret: a secret of both sides of the notes }`;
  const file = await fixtureProject('tasks-shop', (text) =>
    text
      .replace('permissions: ["notes:read"]', placement)
      .concat(`server: { port: 0, stop: { readinessDelayMs: 0, drainMs: ${drainMs} } }\n`)
      .concat('database: { url: "${DATABASE_URL}" }\n'),
  );
  for (const [name, work] of Object.entries(jobs))
    await writeFile(
      join(dirname(file), `extensions/notes/jobs/${name}.ts`),
      `import { once } from 'node:events';
      export default async (_input, { attempt, logger, signal }) => {
        logger.info('${name} begun ' + attempt);
        ${work}
        logger.info('${name} done ' + attempt);
      };`,
    );
  const proxy = stack.use(await startFaultyProxy());
  const { url: databaseUrl, drop } = await createDatabase();
  stack.defer(drop);
  const environment = { DATABASE_URL: databaseUrl, NOTES_URL: proxy.url };
  expect((await runStoa(['migrate'], { file, environment })).code).to.equal(0);
  const serve = async () => {
    const notes = startStoa(['serve', 'notes', '--port', '0'], { file, environment });
    stack.defer(async () => void (await notes.stop('SIGKILL')));
    proxy.target(await notes.waitFor(/is served at (\S+)/));
    return notes;
  };
  const notes = await serve();
  const shop = stack.use(await startGateway({ file, databaseUrl, environment }));
  const ask = (job: string): Promise<void> =>
    shop.gateway.runTask({
      ...{ extension: extensionId('notes'), task: 'jobs/nightly', input: { job }, attempt: 1 },
      signal: new AbortController().signal,
    });
  return { notes, serve, shop, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('stoa serve that is asked to stop', () => {
  it('lets a job end in the time limit, and ends with 0', async () => {
    await using served = await startShop(60_000);
    const { notes, shop } = served;
    await served.ask('ends');
    await notes.waitFor(/ends begun 1/, 'stderr');
    const exited = once(notes.child, 'close');
    notes.child.kill('SIGTERM');
    await notes.waitFor(/"stopping"/, 'stderr');
    notes.child.kill('SIGUSR2');
    expect(await exited).to.deep.equal([0, null]);
    expect(notes.stderr()).to.contain('ends done 1');
    expect(shop.log.events('task failed, and is tried again')).to.deep.equal([]);
  });

  it('aborts the signals of jobs when the time is over, ends with 0, and another instance tries again', async () => {
    await using served = await startShop(100);
    const { notes, shop } = served;
    for (const job of ['obeys', 'ignores']) {
      await served.ask(job);
      await notes.waitFor(new RegExp(`${job} begun 1`), 'stderr');
    }
    const exited = once(notes.child, 'close');
    notes.child.kill('SIGTERM');
    expect(await exited).to.deep.equal([0, null]);
    expect(notes.stderr())
      .to.contain('obeys aborted')
      .and.not.match(/(?:obeys|ignores) done/);
    while (shop.log.events('task failed, and is tried again').length < 2) await immediate();
    const next = await served.serve();
    await Promise.all(['obeys', 'ignores'].map((job) => next.waitFor(new RegExp(`${job} done \\d`), 'stderr')));
  });
});
