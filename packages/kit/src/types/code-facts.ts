import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';
import { type ExtensionManifest, type PageComponentFile, parseQueryText } from 'stoa/tooling';
import { literalDocuments, type NamedCall, namedCalls } from '../shop/index.ts';

/** What the sources of one extension say without running: names and GraphQL documents in literals. */
export interface CodeFacts {
  readonly components: readonly ComponentFacts[];
  /** Operations outside of page components. */
  readonly documents: readonly CodeLiteral[];
  /** Routes and pages that the code names. */
  readonly calls: readonly NamedCall[];
}

export interface ComponentFacts {
  readonly component: PageComponentFile;
  /** The exported query, with variables for `getContextValue`. Undefined without one, and when it is no literal. */
  readonly query: DocumentNode | undefined;
  /** The area of `layout`, when it is a literal. */
  readonly area: string | undefined;
  /** The areas that it offers. Undefined when they are not literals. */
  readonly offered: readonly string[] | undefined;
}

export interface CodeLiteral {
  readonly file: string;
  readonly text: string;
  readonly document: DocumentNode;
  readonly offset: number;
}

interface FileFacts {
  readonly source: string;
  readonly documents: readonly CodeLiteral[];
  readonly calls: readonly NamedCall[];
}

/** Reads sources, each file once until it changes. */
export class CodeReader {
  readonly #files = new Map<string, { readonly version: string; readonly facts: FileFacts }>();

  async read(manifest: ExtensionManifest): Promise<CodeFacts> {
    const { folder, pages } = manifest;
    const files = await sourceFiles(folder);
    const read = new Map(await Promise.all(files.map(async (file) => [file, await this.#facts(file)] as const)));
    const facts = [...read];
    return {
      components: pages.flatMap((component) => {
        const source = read.get(component.file)?.source;
        return source === undefined ? [] : componentFacts(component, source);
      }),
      documents: facts.flatMap(([file, { documents }]) => (pages.some((page) => page.file === file) ? [] : documents)),
      calls: facts.flatMap(([, { calls }]) => calls),
    };
  }

  async #facts(file: string): Promise<FileFacts> {
    const { mtimeMs, size } = await stat(file);
    const version = `${mtimeMs} ${size}`;
    const known = this.#files.get(file);
    if (known?.version === version) return known.facts;
    const source = await readFile(file, 'utf8');
    const documents = literalDocuments(source).map((found) => ({ ...found, file }));
    const facts = { source, documents, calls: namedCalls(source) };
    this.#files.set(file, { version, facts });
    return facts;
  }
}

/** The modules of an extension, without tests, declarations and packages. */
export async function sourceFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const isOther = (name: string): boolean => /^(?:node_modules|tests?|\.stoa)$/.test(name);
  for await (const name of glob('**/*.{ts,tsx,js,jsx,mts,mjs}', { cwd: folder, exclude: isOther })) {
    if (/\.(?:gen|test|spec|d|d\.css)\.[a-z]+$/.test(name) || /(?:^|\/)(?:node_modules|tests?)\//.test(name)) continue;
    files.push(join(folder, name));
  }
  return files.toSorted();
}

const queryExport = /\bexport\s+const\s+query\b[^=]*=\s*(?:\/\*[^*]*\*\/\s*)?(['"`])((?:(?!\1)[^\\])*)\1/;
const areaOfLayout = /\bareaId\s*:\s*(['"`])([\w-]+)\1/;
const areasExport = /\bexport\s+const\s+areas\b[^=]*=\s*(\[[^\]]*\])?/;

function componentFacts(component: PageComponentFile, source: string): ComponentFacts {
  const text = queryExport.exec(source)?.[2];
  const parsed = text === undefined || text.includes('${') ? undefined : parseQueryText(text);
  const areas = areasExport.exec(source);
  const literals = [...(areas?.[1] ?? '').matchAll(/(['"`])([\w-]+)\1/g)].map((match) => match[2] ?? '');
  const isKnown = areas === null || (areas[1] !== undefined && !/\.\.\.|\$\{/.test(areas[1]));
  return {
    component,
    query: parsed?.misuses.length === 0 ? parsed.document : undefined,
    area: areaOfLayout.exec(source)?.[2],
    offered: isKnown ? literals : undefined,
  };
}
