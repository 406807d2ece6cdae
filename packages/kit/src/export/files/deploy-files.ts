import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles } from 'stoa/tooling';
import { type Document, isMap, isNode, parseAllDocuments } from 'yaml';

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
