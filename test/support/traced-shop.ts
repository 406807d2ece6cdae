import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

const installed = resolve(import.meta.dirname, '../../node_modules/@opentelemetry');

/** Opens a shop with these variables, does the work, and stops it. Returns what it logged, line by line. */
export async function runTraced(
  environment: Readonly<Record<string, string>>,
  { hasSdk, work }: { readonly hasSdk: boolean; readonly work: (url: string) => Promise<unknown> },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const file = await fixtureProject('traced-shop');
  if (hasSdk) {
    await mkdir(join(dirname(file), 'node_modules'));
    await symlink(installed, join(dirname(file), 'node_modules/@opentelemetry'));
  }
  const { url, drop } = await createDatabase();
  const words = ['start', '--admin-port', '0'];
  const stoa: RunningStoa = startStoa(words, { file, environment: { DATABASE_URL: url, ...environment } });
  try {
    await work((await stoa.waitFor(/open at (\S+)/)).replace('open at ', ''));
    expect(await stoa.stop()).to.equal(0);
  } finally {
    await stoa.stop('SIGKILL');
    await drop();
  }
  return stoa
    .stderr()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}
