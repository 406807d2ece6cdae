import { type RunningStoa, startStoa } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

/** `stoa start` of test/fixtures/walled-shop: three extensions, each in a process of its own. */
export interface WalledCommand extends AsyncDisposable {
  readonly stoa: RunningStoa;
  readonly url: string;
  readonly pid: number;
}

export async function startWalledCommand(
  words: readonly string[] = [],
  edit?: (text: string) => string,
): Promise<WalledCommand> {
  const file = await fixtureProject('walled-shop', edit);
  const { url: database, drop } = await createDatabase();
  const stoa = startStoa(['start', ...words], { file, environment: { DATABASE_URL: database } });
  await stoa.waitFor(/routes /);
  const [, url = ''] = /open at (http:\S+)/.exec(stoa.stdout()) ?? [];
  return {
    stoa,
    url,
    pid: stoa.child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
}
