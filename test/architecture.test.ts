import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect } from 'chai';
import { findingCodes } from '../src/base/findings/finding-codes.ts';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

/** A file imports from its own folder or from a lower number (docs/architecture.md). */
const layers: Readonly<Record<string, number>> = {
  base: 0,
  subschema: 1,
  plan: 2,
  telemetry: 1,
  config: 1,
  extensions: 2,
  build: 3,
  subapp: 4,
  pages: 4,
  database: 4,
  mesh: 5,
  placement: 6,
  gateway: 8,
  server: 9,
  testing: 10,
  cli: 10,
};

const publicFiles = ['extension-api.ts', 'extension-ui.ts'].map((name) => join(source, name));

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(source, name));

/** The first folder below src/, or undefined for files that lie in src/ itself. */
function layerOf(file: string): string | undefined {
  const [folder, rest] = relative(source, file).split(sep);
  return rest === undefined ? undefined : folder;
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map((match) =>
    resolve(dirname(file), match[1] ?? ''),
  );
}

describe('the architecture', () => {
  it('gives every folder of src/ a layer', () => {
    const folders = new Set(files.map(layerOf).filter((folder) => folder !== undefined));
    expect([...folders].filter((folder) => !(folder in layers))).to.deep.equal([]);
  });

  it('lets a file import from its own folder or a lower layer only', () => {
    const upward = files.flatMap((file) => {
      const from = layerOf(file);
      if (from === undefined) return [];
      return importsOf(file)
        .filter((target) => {
          if (publicFiles.includes(target)) return false; // everybody speaks them
          const to = layerOf(target);
          return to === undefined || (to !== from && (layers[to] ?? Infinity) >= (layers[from] ?? 0));
        })
        .map((target) => `${relative(root, file)} imports ${relative(root, target)}`);
    });
    expect(upward).to.deep.equal([]);
  });

  it('has no import cycles', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) {
        cycles.push([...path.slice(path.indexOf(file)), file].map((step) => relative(source, step)).join(' -> '));
        return;
      }
      if (done.has(file) || !files.includes(file)) return;
      for (const target of importsOf(file)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).to.deep.equal([]);
  });

  it('runs on Node 22, which does not know "using"', () => {
    const using = files.filter((file) => /^\s*(?:await )?using \w/m.test(readFileSync(file, 'utf8')));
    expect(using.map((file) => relative(root, file))).to.deep.equal([]);
  });

  it('keeps files under 300 lines', () => {
    const long = files
      .filter((file) => !file.endsWith('.gen.ts'))
      .map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 300);
    expect(long).to.deep.equal([]);
  });

  it('lets extensions import neither src/ nor each other', () => {
    const extensions = join(root, 'extensions');
    const outside = readdirSync(extensions, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules') && !name.includes(`${sep}test${sep}`))
      .flatMap((name) => {
        const own = join(extensions, name.split(sep)[0] ?? '');
        return importsOf(join(extensions, name))
          .filter((target) => !target.startsWith(own + sep))
          .map((target) => `${name} imports ${relative(root, target)}`);
      });
    expect(outside).to.deep.equal([]);
  });
});

describe('the catalogue of finding codes', () => {
  const text = files
    .filter((file) => !file.endsWith('finding-codes.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

  for (const [code, explanation] of Object.entries(findingCodes)) {
    it(`explains ${code}, which the source reports`, () => {
      expect(explanation).to.match(/^\S.{15,}\.$/);
      expect(text.includes(`'${code}'`), 'no file reports it').to.equal(true);
    });
  }
});
