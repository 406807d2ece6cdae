import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const stoa = resolve(import.meta.dirname, '../../bin/stoa.mjs');
const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;

describe('stoa on a Node that is too old', () => {
  let project: string;
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--import', old, stoa, ...words], { cwd: project, encoding: 'utf8' });

  beforeEach(async () => {
    project = await realpath(await mkdtemp(join(tmpdir(), 'stoa-old-')));
  });
  afterEach(() => rm(project, { recursive: true }));

  async function install(...paths: readonly string[]): Promise<void> {
    await writeFile(join(project, 'package.json'), '{}');
    for (const path of paths) {
      await mkdir(join(project, 'node_modules', path, '..'), { recursive: true });
      await writeFile(join(project, 'node_modules', path), '');
    }
  }

  // What npm link and "npm install /path/to/stoa" leave behind.
  it('has a project without Node install one', async () => {
    await install('stoa/package.json');
    const { status, stderr } = run('start');
    expect(status).to.equal(2);
    expect(stderr)
      .to.include('needs Node 22.18 or newer; this is Node 20.20.2')
      .and.to.include('\n  npm install node\n');
  });

  it('leads to the Node that the project has', async () => {
    await install('node/bin/node', '.bin/node');
    expect(run('check', '--format', 'json').stderr).to.include('\n  npx stoa check --format json\n');
  });

  it('has a Node whose install script was skipped installed', async () => {
    await install('node/package.json');
    expect(run('start').stderr).to.include('\n  npm rebuild node --ignore-scripts=false\n');
  });

  it('leads to a new shop where there is no project', () => {
    expect(run('start').stderr).to.include('\n  npx stoa init my-shop\n');
  });

  it('makes a shop all the same', () => {
    expect(run('init', 'my-shop').status).to.equal(0);
  });
});
