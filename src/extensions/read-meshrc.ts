import { stat } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { didYouMean, isObject, type Place } from '#base';
import { parseYaml, type YamlDocument } from '#config';
import type { Listing } from './files/list-folder.ts';
import { type Report, reportStrays } from './files/report.ts';
import { readSourceFile } from './files/source-file.ts';
import type { MeshManifest, MeshPackageEntry, MeshSourceEntry } from './manifest.ts';

const fileName = '.meshrc.yaml';
const otherNames: ReadonlySet<string> = new Set(['.meshrc', '.meshrc.yml', '.meshrc.json', '.meshrc.js', '.meshrc.ts']);

/** Reads an extension's `.meshrc.yaml`, but none of its sources. Undefined when it is missing or unusable. */
export async function readMeshrc({ folder, hidden }: Listing, report: Report): Promise<MeshManifest | undefined> {
  const others = hidden.filter((name) => otherNames.has(name));
  reportStrays(folder, others, { what: 'is not looked into', fix: `Call it ${fileName}.` }, report);
  if (!hidden.includes(fileName)) return undefined;
  const source = await readSourceFile(join(folder, fileName), report);
  if (source === undefined) return undefined;
  const { yaml, findings } = parseYaml(source.text, source.file);
  for (const { where, what, fix } of findings) {
    const correction = fix.includes('system:') ? 'The least that it needs is a list of sources.' : fix;
    report('MESHRC_INVALID', where, { what: what.replace('gateway.yaml', fileName), fix: correction });
  }
  if (yaml === undefined) return undefined;
  const reading = new MeshrcReading(folder, yaml, report);
  return reading.read();
}

const keys = ['sources', 'transforms', 'merger'];
/** Keys of Mesh for what Stoa has elsewhere, with the advice. */
const equivalents: Readonly<Record<string, string>> = {
  additionalTypeDefs: 'Write them in graphql/*.graphql.',
  additionalResolvers: 'Write them in graphql/*.resolvers.ts.',
  serve: "The server is the gateway's: see gateway.yaml.",
};
const codeEndings = /\.[cm]?[jt]sx?(?:#|$)/;
const fileEndings = /\.(?:json|ya?ml|graphqls?|gql|wsdl|xsd|xml|proto|raml)(?:#|$)/;

type Path = readonly (string | number)[];

class MeshrcReading {
  readonly #folder: string;
  readonly #yaml: YamlDocument;
  readonly #report: Report;
  readonly #packages: MeshPackageEntry[] = [];
  readonly #variables = new Map<string, Required<Place>>();
  readonly #secrets: string[] = [];
  readonly #files = new Set<string>();
  #isUsable = true;

  constructor(folder: string, yaml: YamlDocument, report: Report) {
    this.#folder = folder;
    this.#yaml = yaml;
    this.#report = report;
  }

  async read(): Promise<MeshManifest | undefined> {
    const { file, text, document } = this.#yaml;
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isObject(value)) return undefined;
    for (const key of Object.keys(value)) if (!keys.includes(key)) this.#unknownKey(key);
    const sources = this.#sources(value.sources);
    this.#named('transform', value.transforms, ['transforms']);
    if (typeof value.merger === 'string') this.#package('merger', value.merger, ['merger']);
    await this.#texts(value, []);
    if (!this.#isUsable) return undefined;
    return {
      file,
      text,
      value,
      sources,
      packages: this.#packages,
      secrets: this.#secrets,
      files: [...this.#files],
      placeOf: (path: Path) => this.#placeOf(path),
      variables: [...this.#variables].map(([name, where]) => ({ name, where })),
    };
  }

  #invalid(path: Path, what: string, fix: string): void {
    this.#isUsable = false;
    this.#report('MESHRC_INVALID', this.#placeOf(path), { what, fix });
  }

  #unknownKey(key: string): void {
    const fix = equivalents[key] ?? didYouMean(key, keys);
    this.#invalid([key], `"${key}" is nothing that an extension's ${fileName} may have`, fix);
  }

  #sources(sources: unknown): readonly MeshSourceEntry[] {
    if (!Array.isArray(sources) || sources.length === 0) {
      this.#invalid(['sources'], 'has no list of "sources"', 'Write sources: [{ name: ..., handler: { ... } }].');
      return [];
    }
    const known = new Set<string>();
    return sources.flatMap((source: unknown, index): readonly MeshSourceEntry[] => {
      const path = ['sources', index];
      if (!isObject(source) || typeof source.name !== 'string' || source.name === '') {
        this.#invalid(path, 'is a source without a name', 'Write name: and handler: for each source.');
        return [];
      }
      const { name } = source;
      if (known.has(name))
        this.#invalid([...path, 'name'], `a second source is called "${name}"`, 'Rename one of the two.');
      known.add(name);
      const handlers = isObject(source.handler) ? Object.keys(source.handler) : [];
      const [handler] = handlers;
      if (handler === undefined || handlers.length > 1)
        this.#invalid(
          path,
          `the source "${name}" has ${handlers.length} handlers`,
          'Write one, e.g. openapi: { ... }.',
        );
      else this.#package('handler', handler, [...path, 'handler', handler]);
      this.#named('transform', source.transforms, [...path, 'transforms']);
      return [{ name, where: this.#placeOf([...path, 'name']) }];
    });
  }

  /** Reads a list of `- name: options`. */
  #named(kind: MeshPackageEntry['kind'], list: unknown, path: Path): void {
    if (list === undefined || list === null) return;
    if (!Array.isArray(list)) this.#invalid(path, 'must be a list', 'Write a list: - name: { ...options }.');
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    for (const [index, entry] of entries.entries()) {
      const [name, ...others] = isObject(entry) ? Object.keys(entry) : [];
      if (name === undefined || others.length > 0)
        this.#invalid([...path, index], `names no ${kind}`, `Write the name of one ${kind}: - name: { ...options }.`);
      else this.#package(kind, name, [...path, index, name]);
    }
  }

  #package(kind: MeshPackageEntry['kind'], name: string, path: Path): void {
    if (/[./\\]/.test(name)) this.#invalid(path, `the ${kind} "${name}" is a path`, 'Name an npm package of Mesh.');
    else this.#packages.push({ kind, name, where: this.#placeOf(path) });
  }

  /** Collects variables, secrets and files from all strings below a value. */
  async #texts(value: unknown, path: Path): Promise<void> {
    if (typeof value === 'string') return this.#text(value, path);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, below] of Object.entries(value)) await this.#texts(below, [...path, key]);
  }

  async #text(text: string, path: Path): Promise<void> {
    for (const [, name] of text.matchAll(/\{env\.(\w+)\}|\$\{(\w+)\}/g).map(([all, a, b]) => [all, a ?? b]))
      if (name !== undefined) this.#variables.set(name, this.#placeOf(path));
    if (path.some((key) => /headers$|connectionParams|credentials/i.test(String(key)))) this.#secrets.push(text);
    if (/^[a-z]+:\/\//i.test(text) || /\s/.test(text)) return;
    if (/^\.{0,2}\//.test(text) && codeEndings.test(text)) {
      const fix = 'Write resolvers in graphql/*.resolvers.ts: they are bundled, and tried before they run.';
      return this.#invalid(path, 'names a file of code', fix);
    }
    if (!fileEndings.test(text)) return;
    const file = resolve(this.#folder, text.replace(/#.*$/, ''));
    // An absolute path may be a URL path for a handler.
    if (isAbsolute(text)) return;
    if (!file.startsWith(this.#folder + sep)) {
      const what = "names a file outside the extension's folder";
      return this.#invalid(path, what, "Copy the file into the extension's folder.");
    }
    // The handler that reads the file reports one that is missing.
    if ((await stat(file).catch(() => undefined))?.isFile()) this.#files.add(file);
  }

  #placeOf(path: Path): Required<Place> {
    return { file: this.#yaml.file, line: 1, column: 1, ...this.#yaml.placeOf(path) };
  }
}
