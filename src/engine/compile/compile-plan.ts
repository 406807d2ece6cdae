/**
 * Generates code for the inner loops of frequent plans. V8's inline caches there see one shape and one name each. All
 * rules stay in the closures: the code takes values that need no change, and passes every other value to them.
 */
import {
  type FieldPlan,
  hasProtoKey,
  type LevelPlan,
  type OperationPlan,
  type StepPlan,
  tiers,
} from '../plan/operation-plan.ts';
import { PlanCode } from './plan-code.ts';
import { leafTests, ValueCode } from './value-code.ts';

/** Compiles the levels that are planned so far. Returns the length of the code; undefined if there is none. */
export function compilePlan(plan: OperationPlan, longest: number): number | undefined {
  const code = new PlanCode();
  addLevel(code, new ValueCode(code), plan.root);
  const length = code.run(longest);
  if (length !== undefined) plan.tier = tiers.compiled;
  return length;
}

/** Returns the plan to closures, and resets its hits. */
export function forgetCode(plan: OperationPlan): void {
  plan.tier = tiers.interpreted;
  plan.hits = 0;
  forgetLevel(plan.root);
}

function forgetLevel(level: LevelPlan): void {
  level.makeRows = undefined;
  for (const step of level.steps) step.code = undefined;
  for (const field of level.fields) {
    field.anyPromise = undefined;
    field.completeAll = undefined;
    if (field.child === undefined) continue;
    field.child.projectAll = undefined;
    for (const below of field.child.known) forgetLevel(below);
  }
}

function addLevel(code: PlanCode, values: ValueCode, level: LevelPlan): void {
  const isWhole = level.output.every(({ others, elsewhere }) => others === undefined && !elsewhere);
  if (isWhole && !hasProtoKey(level)) code.set(level, 'makeRows', rowMaker(code, level));
  for (const step of level.steps) addStep(code, step);
  for (const field of level.fields) {
    const { child } = field;
    if (field.resolver !== undefined) code.set(field, 'anyPromise', promiseTest);
    const projection = values.projection(field);
    if (child !== undefined && projection !== undefined) {
      code.set(child, 'projectAll', projection);
      continue;
    }
    if (!isPlainLeaf(field)) code.set(field, 'completeAll', values.column(field));
    for (const below of child?.known ?? []) addLevel(code, values, below);
  }
}

/** A leaf without resolver, guard or serialising: only its parent decides its value. */
function isPlainLeaf({ leaf, lists, resolver, guard, own, owner }: FieldPlan): boolean {
  if (leaf === undefined || lists > 0 || resolver !== undefined) return false;
  return guard === undefined && own === undefined && owner.extension !== undefined;
}

// Each field gets its own function, so that V8 sees one kind of value there.
const promiseTest = `(values) => {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value === 'object' && value !== null && typeof value.then === 'function') return true;
  }
  return false; }`;

function rowMaker(code: PlanCode, { output, type }: LevelPlan): string {
  const columns = output.map(({ field }, i) => (field === undefined ? '' : `const a${i} = columns[${field.index}];`));
  const members = output.map(({ field, parts }, i) => {
    if (parts === undefined) return field === undefined ? code.constant(type.name) : `a${i}[row]`;
    return `[].concat(${parts.map(({ index }) => `columns[${index}][row]`).join(', ')})`;
  });
  return `(columns, size) => { ${columns.join(' ')}
    const rows = new Array(size);
    for (let row = 0; row < size; row++) rows[row] = new ${code.shape(output.map(({ key }) => key))}(${members.join(', ')});
    return rows; }`;
}

function addStep(code: PlanCode, step: StepPlan): void {
  const leaves = step.fields.filter(isPlainLeaf);
  const others = code.constant(step.fields.filter((field) => !isPlainLeaf(field)));
  const read = leaves.length === 0 ? 'undefined' : reader(code, leaves);
  code.set(step, 'code', `{ read: ${read}, others: ${others}, represent: ${representer(code, step)} }`);
}

function reader(code: PlanCode, leaves: readonly FieldPlan[]): string {
  const arrays = leaves.map((_, i) => `const a${i} = new Array(length);`);
  const reads = leaves.map(({ property, leaf, required }, i) => {
    const test = leaf === undefined ? 'false' : leafTests[leaf](`v${i}`);
    const isNull = required ? 'false' : `v${i} === null || v${i} === undefined`;
    return `const v${i} = source[${code.constant(property)}];
      if (${test}) a${i}[row] = v${i}; else if (${isNull}) a${i}[row] = null; else return false;`;
  });
  const results = leaves.map(({ index }, i) => `columns[${index}] = a${i};`);
  return `(sources, columns) => { const { length } = sources; ${arrays.join(' ')}
    for (let row = 0; row < length; row++) {
      const source = sources[row];
      if (typeof source !== 'object' || source === null) return false;
      ${reads.join('\n')}
    }
    ${results.join(' ')}
    return true; }`;
}

/** Only for keys that are leaves. It gives up at a null or a Fault, which the closures handle. */
function representer(code: PlanCode, { kind, needs, typename }: StepPlan): string {
  const [first] = needs;
  const arePlain = needs.every(({ field }) => field.child === undefined && field.lists === 0);
  const areDifferent = new Set(needs.map(({ name }) => name)).size === needs.length;
  if (kind !== 'entities' || first === undefined || !arePlain || !areDifferent) return 'undefined';
  const columns = needs.map(({ field }, i) => `const a${i} = columns[${field.index}];`);
  const reads = needs.map(
    (_, i) => `const v${i} = a${i}[row]; if (typeof v${i} === 'object' || v${i} === undefined) return undefined;`,
  );
  const shape = code.shape(['__typename', ...needs.map(({ name }) => name)]);
  const values = [code.constant(typename), ...needs.map((_, i) => `v${i}`)];
  return `(columns, size) => { ${columns.join(' ')}
    const rows = new Array(size);
    for (let row = 0; row < size; row++) { ${reads.join(' ')}
      rows[row] = new ${shape}(${values.join(', ')});
    }
    return rows; }`;
}
