import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { errorFinding, type Finding } from '#base';
import { findingsJson, printFindings } from '../../src/cli/shared/print-findings.ts';

async function folderWith(name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-print-'));
  await writeFile(join(folder, name), text);
  return { folder, file: join(folder, name), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const at = (file: string, line?: number, column?: number) => ({
  file,
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
});
const warning = (file: string): Finding => ({
  code: 'CONFIG_INSECURE',
  severity: 'warning',
  where: { file },
  what: 'is unwise',
  fix: 'Think again.',
});

/** A stream without a terminal. */
const plain = new PassThrough();

describe('printFindings', () => {
  it('says where, what, the fix, and what else takes part', async () => {
    await using given = await folderWith('gateway.yaml', 'version: 1\nprot: 1\n');
    const finding = errorFinding('CONFIG_UNKNOWN_KEY', {
      where: at(given.file, 2, 1),
      what: '"prot" is not a known key',
      fix: 'Did you mean "port"?',
      related: [at('/elsewhere/route.json', 1)],
    });
    expect(printFindings([finding], plain)).to.equal(
      [
        `${given.file}:2:1  error CONFIG_UNKNOWN_KEY`,
        '  "prot" is not a known key',
        '    1 | version: 1',
        '  > 2 | prot: 1',
        '      | ^',
        '  fix: Did you mean "port"?',
        '  see: /elsewhere/route.json:1',
        '',
        '1 error.',
      ].join('\n'),
    );
  });

  it('has causes before what is stale because of them', () => {
    const stale = errorFinding('CONTRACT_STALE', { where: at('/shop/a.json', 1), what: 'x', fix: 'y' });
    const cause = errorFinding('SDL_SYNTAX', { where: at('/shop/b.graphql', 1), what: 'x', fix: 'y' });
    const codes = findingsJson([stale, warning('/shop/0'), cause]).findings.map(({ code }) => code);
    expect(codes).to.deep.equal(['SDL_SYNTAX', 'CONTRACT_STALE', 'CONFIG_INSECURE']);
  });

  it('leaves secrets of a YAML file out of its lines', async () => {
    await using given = await folderWith('shop.yml', 'secret: hunter2\nx: 1\n');
    const finding = errorFinding('CONFIG_UNKNOWN_KEY', { where: at(given.file, 2, 1), what: 'x', fix: 'y' });
    expect(printFindings([finding], plain))
      .to.include('secret: ***')
      .and.not.include('hunter2');
  });

  it('does without lines when the file is gone', () => {
    const finding = errorFinding('CONFIG_MISSING', {
      where: at(resolve('nowhere/gateway.yaml'), 1, 1),
      what: 'gone',
      fix: 'Make it.',
    });
    expect(printFindings([finding], plain)).to.equal(
      'nowhere/gateway.yaml:1:1  error CONFIG_MISSING\n  gone\n  fix: Make it.\n\n1 error.',
    );
  });

  it('counts errors and warnings apart', () => {
    const error = errorFinding('CONFIG_MISSING', { where: { file: '/b' }, what: 'x', fix: 'y' });
    expect(printFindings([error, error, warning('/a')], plain)).to.match(/\n2 errors, 1 warning\.$/);
    expect(printFindings([])).to.equal('No findings.');
  });

  it('has colours in a terminal, and none elsewhere', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    expect(printFindings([warning('/a')], terminal)).to.include('\u001b[');
    expect(printFindings([warning('/a')], plain)).not.to.include('\u001b[');
  });
});

describe('findingsJson', () => {
  it('has every property of every finding', () => {
    const finding = errorFinding('CONFIG_INVALID', {
      where: at('/shop/gateway.yaml', 2, 3),
      what: 'is wrong',
      fix: 'Mend it.',
      related: [at('/shop/other', 1)],
    });
    expect(findingsJson([finding, warning('/shop/a')])).to.deep.equal({
      ok: false,
      findings: [
        {
          code: 'CONFIG_INVALID',
          severity: 'error',
          file: '/shop/gateway.yaml',
          line: 2,
          column: 3,
          message: 'is wrong',
          fix: 'Mend it.',
          related: [{ file: '/shop/other', line: 1, column: null }],
        },
        {
          code: 'CONFIG_INSECURE',
          severity: 'warning',
          file: '/shop/a',
          line: null,
          column: null,
          message: 'is unwise',
          fix: 'Think again.',
          related: [],
        },
      ],
    });
  });

  it('is ok when there are warnings only', () => {
    expect(findingsJson([warning('/a')]).ok).to.equal(true);
    expect(findingsJson([])).to.deep.equal({ ok: true, findings: [] });
  });

  it('sorts errors first, then by file, line and column', () => {
    const error = (file: string, line: number, column: number) =>
      errorFinding('CONFIG_INVALID', { where: { file, line, column }, what: 'x', fix: 'y' });
    const sorted = findingsJson([
      warning('/a'),
      error('/b', 10, 1),
      error('/b', 9, 2),
      error('/b', 9, 1),
      error('/a', 99, 1),
    ]);
    expect(sorted.findings.map(({ file, line, column }) => `${file}:${line}:${column}`)).to.deep.equal([
      '/a:99:1',
      '/b:9:1',
      '/b:9:2',
      '/b:10:1',
      '/a:null:null',
    ]);
  });
});
