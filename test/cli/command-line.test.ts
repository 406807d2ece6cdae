import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

function run(...words: readonly string[]) {
  const counter = join(root, 'test/support/count-modules.mjs');
  const args = ['--import', counter, join(root, 'bin/stoa.mjs'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, modules: Number(/^modules: (\d+)$/m.exec(stderr)?.[1]) };
}

describe('the command line', () => {
  it('loads next to nothing for --version', () => {
    const { status, stdout, modules } = run('--version');
    expect(status).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(modules).to.be.within(5, 69);
  });

  for (const words of [['--help'], ['start', '--help'], ['strat']]) {
    it(`loads no gateway for ${words.join(' ')}`, () => {
      expect(run(...words).modules).to.be.within(5, 99);
    });
  }

  it('loads what a command needs when the command runs', () => {
    const { status, modules } = run('areas', '-c', join(root, 'no-such-gateway.yaml'));
    expect(status).to.equal(1);
    expect(modules).to.be.above(100);
  });

  it('has commands whose imports are commander, base, types and what the command line itself is made of', () => {
    const folder = join(root, 'src/cli/commands');
    const others = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^import (?!type )[^;]* from '([^']+)';$/gm)]
        .map(([, specifier]) => specifier ?? '')
        .filter((specifier) => !/^(?:commander|node:.+|#base|\.\.\/(?:shared|kit)\/[\w-]+\.ts)$/.test(specifier))
        .map((specifier) => `${name} imports ${specifier}`),
    );
    expect(others).to.deep.equal([]);
  });
});
