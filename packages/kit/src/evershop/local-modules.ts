import { dirname, join, relative } from 'node:path/posix';
import { type TranslatedModule, translateModule } from './translate-module.ts';
import type { Sources, UnitOptions } from './unit.ts';

/** Modules that others import: those that translate come to lie in `src/`. */
export class LocalModules {
  readonly #sources: Sources;
  readonly #name: string | undefined;
  readonly #known = new Map<string, TranslatedModule | undefined>();

  /** `name`: of the package, by which its modules may import each other. */
  constructor(sources: Sources, name: string | undefined) {
    this.#sources = sources;
    this.#name = name;
  }

  /** A resolver of relative imports, for a file that comes to lie at `to`. */
  readonly localsOf: UnitOptions['localsOf'] = (from, to) => (specifier) => {
    const named = this.#pathOf(specifier, from);
    const path = named && this.#find(named);
    if (path === undefined) return undefined;
    // Styles come to lie beside their component.
    if (path.endsWith('.css')) return dirname(path) === dirname(from) ? specifier : undefined;
    if (/^(?:api|pages|graphql)\//.test(path) || !this.#comesOver(path)) return undefined;
    const target = relative(dirname(to), targetOf(path));
    return target.startsWith('.') ? target : `./${target}`;
  };

  /** Those that were asked for and come over. */
  get files(): Readonly<Record<string, string>> {
    const found = [...this.#known].flatMap(([path, module]) =>
      module === undefined || module.problems.length > 0 ? [] : [[targetOf(path), module.text] as const],
    );
    return Object.fromEntries(found);
  }

  get packages(): readonly string[] {
    return [...this.#known.values()].flatMap((module) => module?.packages ?? []);
  }

  has(path: string): boolean {
    return this.#known.get(path)?.problems.length === 0;
  }

  #comesOver(path: string): boolean {
    if (!this.#known.has(path)) {
      // Modules may import each other in a circle.
      this.#known.set(path, undefined);
      const local = this.localsOf(path, targetOf(path));
      this.#known.set(path, translateModule(this.#sources.get(path) ?? '', { file: path, local }));
    }
    const module = this.#known.get(path);
    return module === undefined || module.problems.length === 0;
  }

  #pathOf(specifier: string, from: string): string | undefined {
    if (specifier.startsWith('.')) return join(dirname(from), specifier);
    const own = this.#name === undefined ? undefined : `${this.#name}/`;
    if (own === undefined || !specifier.startsWith(own)) return undefined;
    return specifier.slice(own.length).replace(/^(?:src|dist)\//, '');
  }

  #find(path: string): string | undefined {
    const stem = path.replace(/\.[jt]sx?$/, '');
    const endings = ['js', 'ts', 'jsx', 'tsx'];
    const candidates = [
      path,
      ...endings.map((each) => `${stem}.${each}`),
      ...endings.map((each) => `${path}/index.${each}`),
    ];
    return candidates.find((each) => this.#sources.has(each));
  }
}

function targetOf(path: string): string {
  return `src/${path.replace(/\.jsx$/, '.tsx')}`;
}
