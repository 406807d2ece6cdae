import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, truncate, utimes, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { GraphQLError } from 'graphql';
import * as extensionUi from '../../src/extension-ui.ts';
import { stampOf } from '../../src/pack/kept-pack.ts';
import { loadPacked } from '../../src/pack/load-packed.ts';
import { type Files, type TemporaryFolder, temporaryFolder } from '../extensions/extension-folder.ts';
import { rejection } from '../support/rejection.ts';

const files: Files = {
  'program.ts': `import { GraphQLError } from 'graphql';
import part from './part.ts';
import thing from 'thing';
import { RenderContext } from '${join(import.meta.dirname, '../../src/extension-ui.ts')}';
export { GraphQLError, part, RenderContext, thing };
export const isPacked = typeof require === 'function';
export const address = import.meta.url;
export const strict = (function (this: unknown) { return this === undefined; })();
export const later = async () => [(await import('./later.ts')).default, (await import('picocolors')).default, await import(new URL('./beside.mjs', import.meta.url).href)];
type Nothing = never;
export function fail(): Nothing {
  throw new Error('on purpose');
}
`,
  'part.ts': "export default 'one';",
  'later.ts': "export default 'later';",
  'beside.mjs': "export default 'beside';",
  'node_modules/graphql': { link: join(import.meta.dirname, '../../node_modules/graphql') },
  'node_modules/picocolors': { link: join(import.meta.dirname, '../../node_modules/picocolors') },
  'node_modules/thing/package.json': '{ "name": "thing", "main": "a.js" }',
  'node_modules/thing/a.js': "module.exports = 'a, in ' + require('path').basename(__dirname);",
  'node_modules/thing/b.js': "module.exports = 'b';",
};

interface Program {
  readonly GraphQLError: unknown;
  readonly RenderContext: unknown;
  readonly part: string;
  readonly thing: string;
  readonly isPacked: boolean;
  readonly address: string;
  readonly strict: boolean;
  readonly later: () => Promise<readonly unknown[]>;
  readonly fail: () => never;
}

interface Project extends TemporaryFolder {
  /** Loads the program, as a process that starts would; `warned` says what was told. */
  load(options?: { readonly packs?: string; readonly keepCodeAfterMs?: number }): Promise<Program>;
  readonly warned: readonly unknown[];
  /** Names of what is kept, without hashes. */
  kept(): Promise<readonly string[]>;
  /** The path of what is kept and ends like this. */
  keptFile(ending: string): Promise<string>;
}

async function project(more: Files = {}): Promise<Project> {
  const shop = await temporaryFolder({ ...files, ...more });
  const warned: unknown[] = [];
  const names = async (): Promise<readonly string[]> => readdir(shop.path('packs'));
  return {
    ...shop,
    warned,
    load: async ({ packs = 'packs', ...options } = {}) => {
      const warn = (reason: unknown): void => void warned.push(reason);
      const entry = pathToFileURL(shop.path('program.ts'));
      const program: unknown = await loadPacked(entry, { folder: shop.path(packs), warn, ...options });
      if (!isProgram(program)) throw new Error('not the program');
      return program;
    },
    kept: async () => (await names()).map((name) => name.replaceAll(/[0-9a-f]{20}|\d{5,}/g, '*')).toSorted(),
    keptFile: async (ending) => shop.path(`packs/${(await names()).find((name) => name.endsWith(ending))}`),
  };
}

function isProgram(value: unknown): value is Program {
  return typeof value === 'object' && value !== null && 'isPacked' in value;
}

const pack = ['program-*.js', 'program-*.js.map', 'program-*.js.maps.mjs', 'program-*.json'];

describe('a pack', () => {
  hideHooks();

  it('is made by the first start, and found by the second', async () => {
    await using shop = await project();
    expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
    expect(await shop.kept()).to.deep.equal(pack);
    const made = await stat(await shop.keptFile('.js'));
    expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
    expect(await stat(await shop.keptFile('.js'))).to.include({ ino: made.ino, ctimeMs: made.ctimeMs });
    expect(shop.warned).to.deep.equal([]);
  });

  it('shares with extensions what must be there once', async () => {
    await using shop = await project();
    const program = await shop.load();
    expect(program.GraphQLError).to.equal(GraphQLError);
    expect(program.RenderContext).to.equal(extensionUi.RenderContext);
  });

  it('is to its modules what they are by themselves: strict, where they lie, and with import()', async () => {
    await using shop = await project();
    const { strict, address, thing, later } = await shop.load();
    expect({ strict, address, thing }).to.deep.equal({
      strict: true,
      address: pathToFileURL(shop.path('program.ts')).href,
      thing: 'a, in thing',
    });
    const [own, colors, beside] = await later();
    expect(own).to.equal('later');
    expect(colors).to.have.property('bold');
    expect(beside).to.have.property('default', 'beside');
  });

  it('names the sources in stacks', async () => {
    await using shop = await project();
    const { fail } = await shop.load();
    expect(fail)
      .to.throw(Error)
      .with.property('stack')
      .that.contains(`${shop.path('program.ts')}:12:9`);
  });

  it('is made anew when a source has another content', async () => {
    await using shop = await project();
    await shop.load();
    await shop.write({ 'part.ts': "export default 'two';" });
    expect(await shop.load()).to.include({ isPacked: true, part: 'two' });
  });

  it('is made anew when a source is gone: it says so', async () => {
    await using shop = await project();
    await shop.load();
    await shop.remove('part.ts');
    expect(await rejection(shop.load()))
      .to.be.an('error')
      .with.property('code', 'ERR_MODULE_NOT_FOUND');
    expect(String(shop.warned)).to.contain('Could not resolve "./part.ts"');
  });

  it('is made anew when a package leads elsewhere', async () => {
    await using shop = await project();
    await shop.load();
    await shop.write({ 'node_modules/thing/package.json': '{ "name": "thing", "main": "b.js" }' });
    expect(await shop.load()).to.include({ isPacked: true, thing: 'b' });
  });

  it('stays when sources were only checked out or copied anew, and their dates are remembered', async () => {
    await using shop = await project();
    await shop.load();
    await settled(shop.path('part.ts'));
    const { ino } = await stat(await shop.keptFile('.js'));
    for (const date of [1, 2]) {
      await utimes(shop.path('part.ts'), date, date);
      await settled(shop.path('part.ts'));
      expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
      expect((await stat(await shop.keptFile('.js'))).ino).to.equal(ino);
      expect(await readFile(await shop.keptFile('.json'), 'utf8')).to.contain(`${stampOf(shop.path('part.ts'))}`);
    }
  });

  context('when what is kept is damaged', () => {
    it('is made anew for a program that was cut short', async () => {
      await using shop = await project();
      await shop.load();
      await truncate(await shop.keptFile('.js'), 1000);
      expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
      expect((await stat(await shop.keptFile('.js'))).size).to.be.above(1000);
    });

    it('is made anew for a program in which something else stands', async () => {
      await using shop = await project();
      await shop.load();
      const program = await shop.keptFile('.js');
      await writeFile(program, (await readFile(program, 'utf8')).replace('"one"', '"bad"'));
      expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
    });

    for (const text of ['', '{"files":', '[]', '{"files":[]}']) {
      it(`is made anew for the record ${JSON.stringify(text)}`, async () => {
        await using shop = await project();
        await shop.load();
        await writeFile(await shop.keptFile('.json'), text);
        expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
        expect(await readFile(await shop.keptFile('.json'), 'utf8')).to.contain('part.ts');
      });
    }
  });

  context('when the folder cannot be written to', () => {
    it('lets the sources run, and says nothing', async () => {
      await using shop = await project({ packs: 'a file' });
      expect(await shop.load()).to.include({ isPacked: false, part: 'one' });
      expect(shop.warned).to.deep.equal([]);
    });
  });

  it('is not for what cannot be packed: that runs by itself, and the reason is told', async () => {
    await using shop = await project({ 'part.ts': "export default await Promise.resolve('one');" });
    expect(await shop.load()).to.include({ isPacked: false, part: 'one' });
    expect(String(shop.warned)).to.contain('Top-level await');
  });

  it('is not for a process that hooks into modules', async () => {
    await using shop = await project();
    await shop.load();
    process.env.NODE_OPTIONS = '--import ./hooks.mjs';
    try {
      expect(await shop.load()).to.include({ isPacked: false, part: 'one' });
    } finally {
      delete process.env.NODE_OPTIONS;
    }
  });

  it('is made by several processes at once, whole for each', async () => {
    await using shop = await project({ 'start.mjs': startWith('console.log(isPacked, part);') });
    const outputs = await Promise.all([1, 2, 3].map(() => outputOf(shop.path('start.mjs'))));
    expect(outputs).to.deep.equal(Array(3).fill('true one\n'));
    expect(await shop.kept()).to.deep.equal(pack);
    expect(await shop.load()).to.include({ isPacked: true, part: 'one' });
  });

  context('when nobody has loaded graphql before it', () => {
    // A module that Node loaded has children; one that the pack gave has none.
    const looks = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const imported = await import('graphql');
const required = require('graphql');
const { inspect } = require('graphql/jsutils/inspect.js');
const { children } = require.cache[require.resolve('graphql')];
console.log(isPacked, [imported.GraphQLError, required.GraphQLError].map((each) => each === GraphQLError), children.length === 0);
console.log(inspect({ a: 1 }), new imported.GraphQLError('shared') instanceof GraphQLError);`;

    it('gives its own to whoever asks Node for it', async () => {
      await using shop = await project({ 'start.mjs': startWith(looks) });
      await shop.load();
      expect(await outputOf(shop.path('start.mjs'))).to.equal('true [ true, true ] true\n{ a: 1 } true\n');
    });

    it('takes the one that making it has loaded', async () => {
      await using shop = await project({ 'start.mjs': startWith(looks) });
      expect(await outputOf(shop.path('start.mjs'))).to.equal('true [ true, true ] false\n{ a: 1 } true\n');
    });
  });

  it("can be made of Stoa's own command line", async () => {
    await using shop = await project();
    const entry = new URL('../../src/cli/command-line.ts', import.meta.url);
    const program = await loadPacked(entry, {
      folder: shop.path('packs'),
      warn: (reason) => expect.fail(String(reason)),
    });
    expect(program).to.respondTo('runCommandLine');
    expect(await shop.kept()).to.include('command-line-*.js');
  });
});

describe('the code of a pack', () => {
  hideHooks();

  it('is kept after a while, and used by the next start', async () => {
    await using shop = await project();
    await compiled(shop);
    expect(await shop.kept()).to.deep.equal([...pack, 'program-*.js.*.code'].toSorted());
    const { ino } = await stat(await shop.keptFile('.code'));
    expect(await shop.load({ keepCodeAfterMs: 0 })).to.include({ isPacked: true, part: 'one' });
    expect((await stat(await shop.keptFile('.code'))).ino).to.equal(ino);
  });

  it('is not used when it is damaged, and made anew', async () => {
    await using shop = await project();
    await compiled(shop);
    const file = await shop.keptFile('.code');
    const whole = await readFile(file);
    await writeFile(file, whole.with(-100, (whole.at(-100) ?? 0) ^ 1));
    await compiled(shop);
    expect(await readFile(file)).to.have.lengthOf.above(1000);
  });
});

describe('the stamp of a file', () => {
  it('is another one after each change, also of the same size and with the date of before', async () => {
    await using folder = await temporaryFolder({ file: 'one' });
    await utimes(folder.path('file'), 1, 1);
    const before = await settled(folder.path('file'));
    await folder.write({ file: 'two' });
    await utimes(folder.path('file'), 1, 1);
    expect(await settled(folder.path('file'))).to.not.equal(before);
  });

  it('is none for a file that was written just now', async () => {
    await using folder = await temporaryFolder();
    await utimes(folder.folder, new Date(), new Date());
    expect(stampOf(folder.folder)).to.equal(undefined);
  });
});

/** On Node 22 the tests themselves run with a hook, which a process that starts has not. */
function hideHooks(): void {
  const { execArgv } = process;
  before(() => {
    process.execArgv = [];
  });
  after(() => {
    process.execArgv = execArgv;
  });
}

/** The file's stamp, as soon as it has one. */
async function settled(file: string): Promise<string> {
  for (;;) {
    const stamp = stampOf(file);
    if (stamp !== undefined) return stamp;
    await setImmediate();
  }
}

/** Loads the program and waits until its code has been written. */
async function compiled(shop: Project): Promise<void> {
  await shop.load();
  const events = watch(shop.path('packs'), { signal: AbortSignal.timeout(10_000) });
  await shop.load({ keepCodeAfterMs: 0 });
  for await (const { filename, eventType } of events) {
    if (eventType === 'rename' && filename?.endsWith('.code')) return;
  }
}

/** The source of a program that loads the pack, and goes on. */
function startWith(rest: string): string {
  const loader = pathToFileURL(join(import.meta.dirname, '../../src/pack/load-packed.ts')).href;
  return `import { loadPacked } from ${JSON.stringify(loader)};
const options = { folder: new URL('./packs', import.meta.url).pathname, warn: console.log };
const { isPacked, part, GraphQLError } = await loadPacked(new URL('./program.ts', import.meta.url), options);
${rest}`;
}

async function outputOf(file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await once(child, 'close');
  return output;
}
