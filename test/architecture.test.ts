import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect } from 'chai';
import { findingCodes } from '#base';
import * as tooling from '../src/tooling.ts';

const root = resolve(import.meta.dirname, '..');

/** A folder of rooms: of the core, or of the kit. */
interface House {
  readonly source: string;
  /** A room imports rooms with a lower number only (docs/architecture.md). */
  readonly layers: Readonly<Record<string, number>>;
  readonly files: readonly string[];
}

const coreLayers: Readonly<Record<string, number>> = {
  base: 0,
  config: 1,
  telemetry: 1,
  watchdog: 1,
  engine: 1,
  extensions: 2,
  bundle: 3,
  postgres: 3,
  http: 3,
  files: 4,
  mail: 4,
  mesh: 4,
  queue: 4,
  edge: 4,
  auth: 5,
  rest: 6,
  pages: 6,
  openapi: 7,
  placement: 7,
  gateway: 8,
  admin: 9,
  server: 10,
  serve: 11,
  workers: 11,
  cli: 12,
};

const kitLayers: Readonly<Record<string, number>> = {
  source: 0,
  values: 0,
  wire: 1,
  shop: 1,
  types: 2,
  packing: 2,
  scaffold: 2,
  diff: 2,
  lints: 3,
  testing: 3,
  evershop: 3,
  export: 3,
  commands: 4,
};

/** What extensions import as `stoa`: every room but the engine may speak of it. */
const publicNames = ['extension-api', 'extension-error', 'extension-ui'];

interface Import {
  readonly specifier: string;
  /** Absolute; undefined for packages. */
  readonly target: string | undefined;
}

const core = houseAt('src', coreLayers);
const kit = houseAt('packages/kit/src', kitLayers);
const files = [...core.files, ...kit.files];

function houseAt(folder: string, layers: House['layers']): House {
  const source = join(root, folder);
  return { source, layers, files: filesBelow(source) };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules') && !name.startsWith(`fixtures${sep}`))
    .map((name) => join(folder, name));
}

/** The house and the room of a file; undefined for files that lie in no room. */
function placeOf(file: string): { readonly house: House; readonly room: string } | undefined {
  const house = [core, kit].find(({ source }) => file.startsWith(source + sep));
  if (house === undefined) return undefined;
  const [room = '', rest] = relative(house.source, file).split(sep);
  return rest === undefined ? undefined : { house, room };
}

function roomOf(file: string): string | undefined {
  return placeOf(file)?.room;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => ({
    specifier,
    target: targetOf(file, specifier),
  }));
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  if (!specifier.startsWith('#')) return undefined;
  const name = specifier.slice(1);
  if (publicNames.includes(name)) return join(core.source, `${name}.ts`);
  return name in coreLayers ? join(core.source, name, 'index.ts') : undefined;
}

const show = (file: string, { specifier }: Import): string => `${relative(root, file)} imports ${specifier}`;

for (const house of [core, kit]) {
  const { source, layers } = house;
  const rooms = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  describe(`the rooms of ${relative(root, source)}/`, () => {
    it('each have a number, and a door that says what the room is for', () => {
      expect(rooms.filter((room) => !(room in layers))).to.deep.equal([]);
      expect(rooms.filter((room) => !/^\/\*\*\n(?: \*[^\n]*\n){2,}/.test(read(room)))).to.deep.equal([]);
    });

    it('are entered by their doors alone', () => {
      const past = house.files.flatMap((file) =>
        importsOf(file)
          .filter(({ specifier, target }) => {
            const room = target === undefined ? undefined : roomOf(target);
            const isPast = room !== undefined && room !== roomOf(file) && target !== join(source, room, 'index.ts');
            return specifier.startsWith('.') && isPast;
          })
          .map((each) => show(file, each)),
      );
      expect(past).to.deep.equal([]);
    });

    it('import rooms below them alone', () => {
      const upward = house.files.flatMap((file) => {
        const from = roomOf(file);
        if (from === undefined) return [];
        return importsOf(file)
          .filter(({ target }) => {
            const to = target === undefined ? undefined : roomOf(target);
            return to !== undefined && to !== from && (layers[to] ?? Infinity) >= (layers[from] ?? 0);
          })
          .map((each) => show(file, each));
      });
      expect(upward).to.deep.equal([]);
    });

    it('have no more files than can be looked over', () => {
      const own = house.files.filter(isWritten);
      const counts = rooms.map((room) => [room, own.filter((file) => roomOf(file) === room).length]);
      expect(counts.filter(([room, count]) => Number(count) > (room === 'engine' ? 91 : 61))).to.deep.equal([]);
      const full = [...Map.groupBy(own, dirname)].filter(([, inside]) => inside.length > 20);
      expect(full.map(([folder, inside]) => `${relative(root, folder)}: ${inside.length}`)).to.deep.equal([]);
    });
  });

  function read(room: string): string {
    return readFileSync(join(source, room, 'index.ts'), 'utf8');
  }
}

describe('the rooms of the core', () => {
  const rooms = Object.keys(coreLayers);
  let loaded: Loaded;
  before(() => {
    loaded = loadedBy(rooms.map((room) => `#${room}`));
  });

  it('are the list of imports in package.json', () => {
    const { imports }: { imports: Record<string, string> } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    const doors = Object.entries(imports).filter(([, file]) => file.startsWith('./src/') && file.endsWith('/index.ts'));
    expect(Object.fromEntries(doors)).to.deep.equal(
      Object.fromEntries(rooms.toSorted().map((room) => [`#${room}`, `./src/${room}/index.ts`])),
    );
  });

  for (const room of rooms) {
    it(`load neither esbuild, express, pg nor react-dom when ${room} is imported`, () => {
      expect(loaded[`#${room}`]).to.deep.equal([]);
    });
  }

  it('never import the kit', () => {
    const upward = core.files.flatMap((file) =>
      importsOf(file)
        .filter(
          ({ specifier, target }) => /^@stoa\/|packages\//.test(specifier) || target?.startsWith(kit.source) === true,
        )
        .map((each) => show(file, each)),
    );
    expect(upward).to.deep.equal([]);
  });
});

describe('the kit', () => {
  it('reaches the core by stoa/tooling alone', () => {
    const others = kit.files.flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, target }) => {
          const isOutside = target?.startsWith(join(root, 'packages/kit') + sep) === false;
          // The parts of `stoa new` are texts, also of tests.
          const isText = roomOf(file) === 'scaffold' && specifier === 'stoa/testing';
          return isOutside || specifier.startsWith('#') || (/^stoa\/(?!tooling$)/.test(specifier) && !isText);
        })
        .map((each) => show(file, each)),
    );
    expect(others).to.deep.equal([]);
  });

  it('loads nothing of the core for the help', () => {
    expect(loadedBy(['@stoa/kit'], 'node_modules/(?!commander)|/src/tooling')).to.deep.equal({ '@stoa/kit': [] });
  });
});

describe('stoa/tooling', () => {
  const tools = Object.entries(tooling).filter(([, value]) => typeof value === 'function');

  it('has at most 60 functions and classes', () => {
    expect(tools.length).to.be.at.most(60);
  });

  for (const [name] of tools) {
    it(`says what ${name} does`, () => {
      const definition = new RegExp(`\\*/\\nexport (?:async )?(?:abstract )?(?:function|class|const) ${name}\\b`);
      expect(core.files.some((file) => definition.test(readFileSync(file, 'utf8')))).to.equal(true);
    });
  }
});

type Loaded = Readonly<Record<string, readonly string[]>>;

/**
 * Which modules each import loads, of those whose path is of this pattern. One process makes all imports, one after another:
 * a module counts for the first import that needs it.
 */
function loadedBy(specifiers: readonly string[], pattern = 'node_modules/(?:esbuild|express|pg|react-dom)/'): Loaded {
  const script = `import { registerHooks } from 'node:module';
    const [pattern, ...specifiers] = process.argv.slice(1);
    const loaded = {};
    let current;
    registerHooks({ load(url, context, next) {
      if (new RegExp(pattern).test(url) && !url.endsWith('package.json')) current.push(url);
      return next(url, context);
    } });
    for (const specifier of specifiers) {
      loaded[specifier] = current = [];
      await import(specifier);
    }
    console.log(JSON.stringify(loaded));`;
  const args = ['--input-type=module', '--eval', script, pattern, ...specifiers];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status, stderr).to.equal(0);
  return JSON.parse(stdout);
}

describe('the engine', () => {
  it('imports base alone', () => {
    const others = files
      .filter((file) => roomOf(file) === 'engine')
      .flatMap((file) =>
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('#') && specifier !== '#base')
          .map((each) => show(file, each)),
      );
    expect(others).to.deep.equal([]);
  });
});

describe('what a process of one extension runs', () => {
  it('imports nothing of the gateway', () => {
    const reached = new Set([join(core.source, 'placement/served/child-main.ts')]);
    for (const file of reached)
      for (const { target } of importsOf(file)) if (target !== undefined && existsSync(target)) reached.add(target);
    const names = new Set([...reached].flatMap((file) => roomOf(file) ?? []));
    expect([...names].filter((room) => (coreLayers[room] ?? 0) >= (coreLayers.gateway ?? 0))).to.deep.equal([]);
  });
});

describe('the imports of the sources', () => {
  it('have no circles of files', () => {
    expect(circles(files, (file) => importsOf(file).flatMap(({ target }) => target ?? []))).to.deep.equal([]);
  });

  it('have no circles of folders', () => {
    const below = files.filter((file) => roomOf(file) !== undefined);
    const byFolder = Map.groupBy(below, dirname);
    const next = (folder: string): readonly string[] => [
      ...new Set(
        (byFolder.get(folder) ?? [])
          .flatMap(importsOf)
          .flatMap(({ target }) => (target === undefined || roomOf(target) === undefined ? [] : dirname(target)))
          .filter((target) => target !== folder),
      ),
    ];
    expect(circles([...byFolder.keys()], next)).to.deep.equal([]);
  });

  it('run on Node 22, which does not know "using"', () => {
    // The parts of `stoa new` are texts of tests, which run on the Node that a shop brings.
    const own = files.filter((file) => !file.includes('/scaffold/parts/'));
    const using = own.filter((file) => /^\s*(?:await )?using \w/m.test(readFileSync(file, 'utf8')));
    expect(using.map((file) => relative(root, file))).to.deep.equal([]);
  });

  it('are of files under 300 lines', () => {
    const long = files
      .filter(isWritten)
      .map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 300);
    expect(long).to.deep.equal([]);
  });
});

describe('the extensions', () => {
  it('import neither src/, test/ nor each other, in their tests neither', () => {
    const extensions = join(root, 'extensions');
    const outside = filesBelow(extensions).flatMap((file) => {
      const own = join(extensions, relative(extensions, file).split(sep)[0] ?? '');
      return importsOf(file)
        .filter(({ specifier, target }) => specifier.startsWith('#') || target?.startsWith(own + sep) === false)
        .map((each) => show(file, each));
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

/** Not generated. */
function isWritten(file: string): boolean {
  return !file.includes('.gen.') && !file.endsWith('.d.ts');
}

/** Each circle that a walk over the nodes meets, as one line. */
function circles(nodes: readonly string[], next: (node: string) => readonly string[]): readonly string[] {
  const known = new Set(nodes);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) {
      found.push([...path.slice(path.indexOf(node)), node].map((step) => relative(root, step)).join(' -> '));
      return;
    }
    if (done.has(node) || !known.has(node)) return;
    for (const target of next(node)) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return found;
}
