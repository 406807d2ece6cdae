import { dirname } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, visit, type YAMLMap } from 'yaml';
import { errorFinding, type Finding, pointerTo } from '#base';
import { readSecretFile } from '../secrets/read-secret-file.ts';
import { emptyVariables, interpolate } from './interpolate.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Position of a value of the file, as offsets in its text. */
export interface Position {
  /** Offset of its key. Undefined for entries of lists. */
  readonly key: number | undefined;
  readonly value: number;
}

/** The plain values of a YAML document, with all `${...}` filled in. */
export interface YamlValues {
  readonly value: unknown;
  /** By JSON pointer. */
  readonly positions: ReadonlyMap<string, Position>;
  /** JSON pointers of values from the environment or files, with their names. These values are secret. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
  /** JSON pointers of values with variables that are set but empty, with the names of the variables. */
  readonly empty: ReadonlyMap<string, readonly string[]>;
  /** JSON pointers of unreadable values, which already have findings. Later checks skip them. */
  readonly unread: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

interface Reading {
  readonly yaml: YamlDocument;
  readonly environment: NodeJS.ProcessEnv;
  /** JSON pointers of strings that are skipped. Only the form of their `${...}` is checked. */
  readonly unfilled: readonly string[];
  readonly retype: (text: string, pointer: string) => unknown;
  readonly positions: Map<string, Position>;
  readonly variables: Map<string, readonly string[]>;
  readonly empty: Map<string, readonly string[]>;
  readonly unread: Set<string>;
  readonly findings: Finding[];
  readonly targets: ReadonlyMap<unknown, ParsedNode>;
  /** Nodes from the root to the current one. An alias to one of them is a cycle. */
  readonly open: Set<unknown>;
  count: number;
}

// Far more than any shop needs. Limits nested aliases ("a billion laughs").
const maximumValues = 20_000;
const maximumDepth = 100;

/** Reads the values of a document. `retype` converts interpolated strings: `"${PORT}"` may have to be a number. */
export function readYamlValues(
  yaml: YamlDocument,
  { environment, retype, unfilled = [] }: Pick<Reading, 'environment' | 'retype'> & Partial<Pick<Reading, 'unfilled'>>,
): YamlValues {
  const reading: Reading = {
    yaml,
    environment,
    unfilled,
    retype,
    positions: new Map(),
    variables: new Map(),
    empty: new Map(),
    unread: new Set(),
    findings: [],
    targets: aliasTargets(yaml.document),
    open: new Set(),
    count: 0,
  };
  const value = readNode(reading, yaml.document.contents, { pointer: '', key: undefined, at: 0 });
  if (reading.count > maximumValues) reading.findings.push(tooMany(yaml));
  const { positions, variables, empty, unread, findings } = reading;
  return { value, positions, variables, empty, unread, findings };
}

interface Spot {
  readonly pointer: string;
  readonly key: number | undefined;
  /** Offset for a value without a node. */
  readonly at: number;
}

function readNode(reading: Reading, node: unknown, spot: Spot): unknown {
  reading.count++;
  const offset = isNode(node) ? (node.range?.[0] ?? spot.at) : spot.at;
  reading.positions.set(spot.pointer, { key: spot.key, value: offset });
  if (!isNode(node) || reading.count > maximumValues) return null;
  if (reading.open.size > maximumDepth) return tooDeep(reading, { ...spot, at: offset });
  if (isAlias(node)) return readAlias(reading, node, { ...spot, at: offset });
  if (isScalar(node)) return typeof node.value === 'string' ? readText(reading, node, spot) : node.value;
  reading.open.add(node);
  try {
    if (isMap(node)) return readMap(reading, node, spot);
    return node.items.map((item, index) =>
      readNode(reading, item, { pointer: pointerTo(spot.pointer, index), key: undefined, at: offset }),
    );
  } finally {
    reading.open.delete(node);
  }
}

function readAlias(reading: Reading, node: ParsedNode & { source: string }, spot: Spot): unknown {
  const target = reading.targets.get(node);
  if (target !== undefined && !reading.open.has(target)) return readNode(reading, target, spot);
  reading.unread.add(spot.pointer);
  const what =
    target === undefined ? `nothing before this is named &${node.source}` : `*${node.source} stands inside itself`;
  const fix = `Write &${node.source} before the value that is meant.`;
  report(reading, { code: 'CONFIG_SYNTAX', offset: spot.at, what, fix });
  return null;
}

function readMap(reading: Reading, node: YAMLMap<unknown, unknown>, spot: Spot): unknown {
  const seen = new Map<string, number>();
  const entries: [string, unknown][] = [];
  for (const pair of node.items) {
    const { name, offset } = keyOf(pair, spot.at);
    if (name === undefined) {
      report(reading, { code: 'CONFIG_INVALID', offset, what: 'a key must be plain text', fix: 'Put it in quotes.' });
      continue;
    }
    const pointer = pointerTo(spot.pointer, name);
    const first = seen.get(name);
    if (first !== undefined) {
      const what = `the key "${name}" stands here a second time`;
      report(reading, { code: 'CONFIG_DUPLICATE', offset, what, fix: 'Keep one of them.', first });
      continue;
    }
    seen.set(name, offset);
    const value = readNode(reading, pair.value, { pointer, key: offset, at: offset });
    if (typeof value !== 'string' || !reading.unfilled.includes(pointer)) entries.push([name, value]);
  }
  // fromEntries defines own keys, also for "__proto__".
  return Object.fromEntries(entries);
}

function keyOf({ key }: Pair<unknown, unknown>, at: number): { name: string | undefined; offset: number } {
  const offset = isNode(key) ? (key.range?.[0] ?? at) : at;
  const plain = isScalar(key) && key.value !== null && typeof key.value !== 'object';
  return { name: plain ? String(key.value) : undefined, offset };
}

function readText(reading: Reading, node: ParsedNode, { pointer, at }: Spot): unknown {
  if (!isScalar(node) || typeof node.value !== 'string') return null;
  const isUnfilled = reading.unfilled.includes(pointer);
  const folder = dirname(reading.yaml.file);
  const filled = isUnfilled
    ? interpolate(node.value, {}, () => ({ kind: 'text', text: '' }))
    : interpolate(node.value, reading.environment, (path) => readSecretFile(path, folder));
  if (!filled.changed) return node.value;
  if (filled.variables.length > 0) reading.variables.set(pointer, filled.variables);
  const empty = isUnfilled ? [] : emptyVariables(node.value, reading.environment);
  if (empty.length > 0) reading.empty.set(pointer, empty);
  const [start, end] = node.range ?? [at, at];
  if (filled.problems.length > 0) reading.unread.add(pointer);
  for (const { occurrence, code, what, fix } of filled.problems) {
    if (isUnfilled && code === 'CONFIG_VARIABLE_MISSING') continue;
    report(reading, { code, offset: occurrenceAt(reading.yaml.text.slice(start, end), occurrence) + start, what, fix });
  }
  return reading.retype(filled.text, pointer);
}

// The n-th "${" of the value is the n-th of its source text, whatever its quotes, line folds and indentation.
function occurrenceAt(source: string, occurrence: number): number {
  let offset = -1;
  for (let found = 0; found <= occurrence; found++) offset = source.indexOf('${', offset + 1);
  return Math.max(offset, 0);
}

function isNode(value: unknown): value is ParsedNode {
  return isAlias(value) || isScalar(value) || isMap(value) || isSeq(value);
}

function report(
  reading: Reading,
  { code, offset, what, fix, first }: Pick<Finding, 'code' | 'what'> & { offset: number; fix: string; first?: number },
): void {
  const { placeAt } = reading.yaml;
  const related = first === undefined ? {} : { related: [placeAt(first)] };
  reading.findings.push(errorFinding(code, { where: placeAt(offset), what, fix, ...related }));
}

function tooDeep(reading: Reading, { pointer, at }: Spot): null {
  reading.unread.add(pointer);
  const what = `values nest more than ${maximumDepth} deep here`;
  report(reading, { code: 'CONFIG_INVALID', offset: at, what, fix: 'Nothing in gateway.yaml is this deep.' });
  return null;
}

// In document order, because in YAML an alias refers to the last anchor of its name before it.
function aliasTargets(document: Document.Parsed<ParsedNode>): ReadonlyMap<unknown, ParsedNode> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<unknown, ParsedNode>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (isNode(node) && 'anchor' in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

function tooMany({ placeAt }: YamlDocument): Finding {
  const what = `the file has more than ${maximumValues} values once its aliases are followed`;
  return errorFinding('CONFIG_INVALID', { where: placeAt(0), what, fix: 'Remove aliases to aliases.' });
}
