import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles } from 'stoa/tooling';
import { type Document, isMap, isNode, parseAllDocuments } from 'yaml';
import { gatewayPort, servedPort } from '../supergraph/addresses.ts';

/** The path of a value in a YAML document. */
export type YamlPath = readonly (string | number)[];

/** The documents of a file of `deploy/`, from which an export makes its own. The comment at its head is replaced. */
export function deployDocuments(name: string, head: string | null): readonly [Document, ...Document[]] {
  const [first, ...others] = parseAllDocuments(readFileSync(join(ownFiles.deployFolder, name), 'utf8'));
  const key = first !== undefined && isMap(first.contents) ? first.contents.items[0]?.key : undefined;
  if (first === undefined || !isNode(key)) throw new Error(`deploy/${name} is empty.`);
  key.commentBefore = null;
  first.commentBefore = head;
  return [first, ...others];
}

/** Puts these values at the paths below one. Undefined removes what is there. */
export function setAll(document: Document, below: YamlPath, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) document.deleteIn([...below, key]);
    else document.setIn([...below, key], document.createNode(value, { aliasDuplicateObjects: false }));
  }
}

/** Hive Gateway's image, whose working folder is /gateway. */
export const hiveImage = 'ghcr.io/graphql-hive/gateway:2';

/** A command of Stoa in the image that deploy/Dockerfile makes. */
function stoaCommand(port: number, ...words: readonly string[]): readonly string[] {
  return ['node', 'node_modules/stoa/bin/stoa.mjs', ...words, '--host', '0.0.0.0', '--port', String(port)];
}

export const startCommand = stoaCommand(gatewayPort, 'start');

export function serveCommand(extension: string): readonly string[] {
  return stoaCommand(servedPort, 'serve', extension);
}

/** The health check of a served extension, without a shell and without curl: the image has neither. */
export function probe(port: number): object {
  const script = `fetch('http://127.0.0.1:${port}/_stoa/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  return { test: ['CMD', 'node', '-e', script], interval: '5s', timeout: '5s', start_period: '120s', retries: 3 };
}

/** What a gateway.yaml takes from outside: names of environment variables, and paths of files. */
export interface ConfigInputs {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

const forms = /(?<!\$)\$\{(?:file:(?<file>[^}]+)|(?<variable>[A-Za-z_][A-Za-z0-9_]*))/g;

/** Found in the text by its `${…}`. Those of comments count as well: one too many does no harm. */
export function configInputs(text: string): ConfigInputs {
  const found = [...text.matchAll(forms)].map(({ groups }) => groups ?? {});
  const unique = (name: 'file' | 'variable') => [...new Set(found.flatMap((group) => group[name]?.trim() ?? []))];
  return { variables: unique('variable'), files: unique('file') };
}

/** A file to copy to .env: a line for each variable of the texts, without a value. */
export function environmentExample(texts: readonly string[]): string {
  const names = new Set(texts.flatMap((text) => configInputs(text).variables));
  const first = '# Copy to .env, and give each a value. A default stands where a line has none.';
  return `${[first, ...[...names].map((name) => `${name}=`)].join('\n')}\n`;
}
