/**
 * The second tier: plans that have proved to be in use get their innermost loops as code of their own, so that the engine's
 * inline caches see one shape each (measured: 15 instead of 90 ns for an object of five fields). The code is made of
 * counts and kinds only. No name, let alone anything that a client wrote, is ever part of it: names come in as values.
 */
import type { Complete } from './completion.ts';
import { Fault } from './fault.ts';
import {
  type FieldPlan,
  type LeafKind,
  type LevelPlan,
  type MakeRows,
  type OperationPlan,
  type ReadColumn,
  tiers,
} from './operation-plan.ts';
import { type ProjectedPart, projection } from './projection.ts';

/** Compiles what has been planned of an operation so far. Does nothing where the process may not make code. */
export function compilePlan(plan: OperationPlan): void {
  try {
    compileLevel(plan.root);
    plan.tier = tiers.compiled;
  } catch (error) {
    // node --disallow-code-generation-from-strings
    if (!(error instanceof EvalError)) throw error;
    plan.tier = tiers.interpreted;
  }
}

function compileLevel(level: LevelPlan): void {
  level.makeRows = rowMaker(level.output.map(({ field }) => field !== undefined));
  for (const plan of level.fields) {
    const { child, owner, parentType, name, type } = plan;
    if (isProperty(plan) && plan.leaf !== undefined) plan.read = columnReader(plan.leaf)(name);
    if (child === undefined) continue;
    for (const below of child.known) compileLevel(below);
    const [only] = child.possible;
    if (child.project === undefined || only === undefined) continue;
    const field = { extension: owner.extension, place: `${parentType.name}.${name}` };
    child.project = projection(child.level(only), { field, type, projectObject });
  }
}

/** Nobody but the parent itself decides what the field is. */
function isProperty({ resolver, guard, own, owner }: FieldPlan): boolean {
  return resolver === undefined && guard === undefined && own === undefined && owner.extension !== undefined;
}

function columnReader(leaf: LeafKind): (name: string) => ReadColumn {
  // The name is looked up in a function of each field's own, so that the engine sees one shape and one name there.
  const text = `'use strict'; return (sources) => {
    const { length } = sources;
    const cells = new Array(length);
    for (let row = 0; row < length; row++) {
      const source = sources[row];
      if (typeof source !== 'object' || source === null) return undefined;
      const value = source[name];
      if (!(${quickTests[leaf]('value')})) return undefined;
      cells[row] = value;
    }
    return cells;
  };`;
  return (name) => new Function('name', text)(name);
}

function projectObject(parts: readonly ProjectedPart[]): Complete {
  const text = projectorText(parts.map(({ leaf, complete }) => (complete === undefined ? 'typename' : leaf)));
  const project: Complete = new Function('parts', 'Fault', text)(parts, Fault);
  return project;
}

const quickTests: Readonly<Record<LeafKind, (value: string) => string>> = {
  string: (value) => `typeof ${value} === 'string'`,
  int: (value) => `typeof ${value} === 'number' && (${value} | 0) === ${value}`,
  float: (value) => `typeof ${value} === 'number' && Number.isFinite(${value})`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
};

function projectorText(kinds: readonly (LeafKind | 'typename' | undefined)[]): string {
  const constants = kinds.map(
    (_, i) =>
      `const k${i} = parts[${i}].key, n${i} = parts[${i}].name, c${i} = parts[${i}].complete, t${i} = parts[${i}].typename;`,
  );
  const reads = kinds.map((kind, i) =>
    kind === 'typename'
      ? ''
      : `const v${i} = value[n${i}]; if (typeof v${i} === 'function') { sink.odd = true; return null; }`,
  );
  const members = kinds.map((kind, i) => {
    if (kind === 'typename') return `[k${i}]: t${i}`;
    const test = kind === undefined ? '' : `${quickTests[kind](`v${i}`)} ? v${i} : `;
    return `[k${i}]: ${test}c${i}(v${i}, sink)`;
  });
  // The same questions as `isReadable` asks, where each kind of object is asked by itself.
  const guard = `if (value === null || value === undefined) return null;
    if (typeof value !== 'object' || value instanceof Fault || value instanceof Error || typeof value.then === 'function') {
      sink.odd = true; return null; }`;
  return `'use strict'; ${constants.join('\n')} return (value, sink) => { ${guard} ${reads.join('\n')} return { ${members.join(', ')} }; };`;
}

function rowMaker(columns: readonly boolean[]): MakeRows {
  const constants = columns.map(
    (isColumn, i) => `const k${i} = keys[${i}]${isColumn ? `, c${i} = columns[${i}]` : ''};`,
  );
  const members = columns.map((isColumn, i) => `[k${i}]: ${isColumn ? `c${i}[row]` : 'typename'}`);
  const text = `'use strict'; return (keys, columns, { size, typename }) => { ${constants.join('\n')}
    const rows = new Array(size);
    for (let row = 0; row < size; row++) rows[row] = { ${members.join(', ')} };
    return rows; };`;
  const make: MakeRows = new Function(text)();
  return make;
}
