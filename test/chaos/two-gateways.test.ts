import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Pair extends AsyncDisposable {
  readonly file: string;
  /** The processes in order of their ids, as commands list them. */
  readonly gateways: readonly [Serving, Serving];
  write(number: number): Promise<void>;
}

interface Serving {
  readonly stoa: RunningStoa;
  readonly pid: number;
  readonly address: string;
}

/** Two processes that serve one folder, which reload only when they are told. */
async function startTwo(): Promise<Pair> {
  const file = await fixtureProject('numbered-shop');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('system:', 'system:\n  reload: { watch: false }'));
  const { url, drop } = await createDatabase();
  const start = async (): Promise<Serving> => {
    const stoa = startStoa(['start', '--log-level', 'debug'], { file, environment: { DATABASE_URL: url } });
    const address = await stoa.waitFor(/Stoa is open at (\S+)\s/);
    await stoa.waitFor(/"generation kept"/, 'stderr');
    return { stoa, address, pid: stoa.child.pid ?? 0 };
  };
  const first = await start();
  const second = await start();
  await first.stoa.waitFor(/"another gateway of this folder runs"/, 'stderr');
  return {
    file,
    gateways: first.pid < second.pid ? [first, second] : [second, first],
    write: (number) =>
      writeFile(join(dirname(file), 'extensions/numbered/src/number.ts'), `export const number = ${number};\n`),
    async [Symbol.asyncDispose]() {
      for (const { stoa } of [first, second]) {
        stoa.child.kill('SIGCONT');
        await stoa.stop('SIGKILL');
      }
      await drop();
    },
  };
}

async function numbersOf({ gateways }: Pair): Promise<readonly unknown[]> {
  const answers = await Promise.all(gateways.map(async ({ address }) => (await fetch(`${address}/number`)).json()));
  return answers.map((answer) => answer.number);
}

const socketsOf = async ({ file }: Pair) =>
  (await readdir(join(dirname(file), '.stoa/run'))).filter((name) => name.endsWith('.sock'));

describe('two gateways in one folder', () => {
  let pair: Pair;
  before(async () => {
    pair = await startTwo();
  });
  after(() => pair[Symbol.asyncDispose]());

  it('log each other’s process id, and doctor lists both', async () => {
    const [one, two] = pair.gateways;
    expect(await one.stoa.waitFor(/"pid":(\d+),[^\n]*"another gateway of this folder runs"/, 'stderr')).to.equal(
      String(two.pid),
    );
    expect(await two.stoa.waitFor(/"pid":(\d+),[^\n]*"another gateway of this folder runs"/, 'stderr')).to.equal(
      String(one.pid),
    );
    const { stdout } = await runStoa(['doctor'], { file: pair.file });
    expect(stdout)
      .to.include(`process ${one.pid} serves this folder`)
      .and.to.include(`process ${two.pid} serves this folder`);
  });

  it('both reload and go back on one command, which prints a line for each', async () => {
    const [one, two] = pair.gateways;
    await pair.write(2);
    const reloaded = await runStoa(['reload'], { file: pair.file });
    expect([reloaded.code, reloaded.stderr]).to.deep.equal([0, '']);
    const lines = (reason: string) =>
      new RegExp(
        [one, two]
          .map(({ pid }) => `^pid ${pid}: Generation \\d+ serves \\(${reason}, \\d+ ms\\)\\.\\n`)
          .join('')
          .replace('\\n^', '\\n'),
      );
    expect(reloaded.stdout).to.match(lines('stoa reload'));
    expect(await numbersOf(pair)).to.deep.equal([2, 2]);
    const back = await runStoa(['rollback'], { file: pair.file });
    expect([back.code, back.stderr]).to.deep.equal([0, '']);
    expect(back.stdout).to.match(lines('rollback to \\d+'));
    expect(await numbersOf(pair)).to.deep.equal([1, 1]);
  });

  it('are told of the one that did not answer, and the other goes back', async () => {
    const [one, two] = pair.gateways;
    await pair.write(2);
    await runStoa(['reload'], { file: pair.file });
    one.stoa.child.kill('SIGSTOP');
    const { code, stdout, stderr } = await runStoa(['rollback'], { file: pair.file });
    expect(code).to.equal(1);
    expect(stderr).to.equal(`pid ${one.pid}: It did not answer within 2 s, so it was not asked.\n`);
    expect(stdout).to.match(new RegExp(`^pid ${two.pid}: Generation \\d+ serves`));
    const doctor = await runStoa(['doctor'], { file: pair.file });
    expect(doctor.stdout).to.include(`process ${one.pid} did not answer within 2 s`);
    one.stoa.child.kill('SIGCONT');
    expect(await numbersOf(pair)).to.deep.equal([2, 1]);
  });

  it('are one when the other was killed, and its socket is removed', async () => {
    const [one, two] = pair.gateways;
    two.stoa.child.kill('SIGKILL');
    await once(two.stoa.child, 'close');
    const names = await socketsOf(pair);
    expect(names).to.have.lengthOf(2);
    for (const name of names) await utimes(join(dirname(pair.file), '.stoa/run', name), 0, 0);
    const { code, stdout } = await runStoa(['rollback', '--list', '--json'], { file: pair.file });
    expect(code).to.equal(0);
    expect(JSON.parse(stdout).processes.map(({ pid }: { pid: number }) => pid)).to.deep.equal([one.pid]);
    expect((await socketsOf(pair)).map((name) => name.split('-')[0])).to.deep.equal([String(one.pid)]);
  });
});
