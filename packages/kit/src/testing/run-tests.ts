import { glob } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import type Mocha from 'mocha';
import { composeShop, type ExtensionManifest, issueToken, type progress } from 'stoa/tooling';
import { readByName } from './alone/find-extension.ts';
import { type Alone, openAlone } from './alone/open-alone.ts';
import { standardChecks } from './checks/standard-checks.ts';
import { holdServer } from './server/test-server.ts';

export interface TestRun {
  readonly extensions: readonly string[];
  /** Where to look for the extensions. */
  readonly from: string;
  /** Runs the tests only whose title has this text. */
  readonly grep?: string | undefined;
  /** What made-up bodies, arguments and answers depend on. */
  readonly seed: number;
  /** Made-up bodies for each method of a route. 0: the tests alone. */
  readonly runs: number;
  /** Until the first test runs. The tests say themselves how far they are. */
  readonly progress?: typeof progress;
}

/** Runs the tests of extensions, each alone, and the checks that hold for any. Returns the number of failures. */
export async function runTests(run: TestRun): Promise<number> {
  const found = await Promise.all(run.extensions.map((name) => readByName(name, run.from)));
  const hooks = useOwnPackages();
  const { default: MochaRunner } = await import('mocha');
  const mocha = new MochaRunner({ timeout: 60_000, checkLeaks: false, ...(run.grep && { grep: run.grep }) });
  run.progress?.step('stoa test: it opens a database');
  const server = await holdServer();
  try {
    run.progress?.step('stoa test: it loads the tests');
    for (const { folder } of found)
      for await (const name of glob('test/**/*.{test,spec}.{ts,mts,js,mjs}', { cwd: folder }))
        mocha.addFile(join(folder, name));
    await mocha.loadFilesAsync();
    if (run.runs > 0) for (const manifest of found) addChecks(MochaRunner, mocha.suite, manifest, run);
    run.progress?.end();
    return await new Promise((resolve) => mocha.run(resolve));
  } finally {
    run.progress?.end();
    hooks.deregister();
    await server.release(true);
  }
}

/** One suite that opens the extension once. */
function addChecks(runner: typeof Mocha, root: Mocha.Suite, manifest: ExtensionManifest, run: TestRun): void {
  const checks = standardChecks(manifest, run);
  if (checks.length === 0) return;
  const suite = runner.Suite.create(root, `${manifest.id} by itself (${relative(run.from, manifest.folder) || '.'})`);
  let opened: Alone | undefined;
  let composed: Awaited<ReturnType<typeof composeShop>> | undefined;
  suite.beforeAll('opens', async () => {
    const shop = { locale: 'en-IE', locales: ['en-IE'], currency: 'EUR', timeZone: 'UTC', environment: {} };
    const options = { mocks: {}, random: run.seed, nulls: 0.2, seed: true, settings: {}, from: run.from, ...shop };
    opened = await openAlone(manifest.id, options, true);
    composed = await composeShop(opened.running.gateway);
  });
  suite.afterAll('closes', () => opened?.close());
  for (const { title, run: check } of checks)
    suite.addTest(
      new runner.Test(title, async function (this: Mocha.Context) {
        if (opened === undefined || composed === undefined) throw new Error(`${manifest.id} is not open.`);
        const { config, ...parts } = opened;
        const token = (permissions: readonly string[]) => issueToken(config, { subject: 'tester', permissions });
        const reason = await check({ ...parts, composed, token });
        if (reason === undefined) return;
        if (this.test !== undefined) this.test.title += `: not reached, ${reason}`;
        this.skip();
      }),
    );
}

/** At run time these are the copies of this package and of `stoa`, also for an extension that has installed none. */
const own = /^(?:stoa|mocha)(?:\/|$)/;
const fallback = /^(?:express|graphql|react|react-dom|chai)(?:\/|$)/;

/** Lets tests import `stoa`, `mocha` and the gateway's packages wherever their extension lies. */
function useOwnPackages(): ReturnType<typeof registerHooks> {
  const stoa = import.meta.resolve('stoa');
  return registerHooks({
    resolve(specifier, context, next) {
      if (own.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
      if (!fallback.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, parentURL: stoa });
      }
    },
  });
}
