import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { pending } from '../plan/completion.ts';
import type { FieldPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import type { LevelRecord } from './level-record.ts';

type Path = GraphQLResolveInfo['path'];

interface FieldRow {
  readonly record: LevelRecord;
  readonly row: number | (() => number);
}

/** The fourth argument of a resolver. It computes `path` on first use. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly fieldName: string;
  readonly fieldNodes: readonly FieldNode[];
  readonly returnType: GraphQLOutputType;
  readonly parentType: GraphQLObjectType;
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly rootValue: unknown = undefined;
  readonly operation: OperationDefinitionNode;
  readonly variableValues: Record<string, unknown>;
  readonly #field: FieldPlan;
  readonly #record: LevelRecord;
  readonly #row: number | (() => number);

  constructor(run: PlanRun, field: FieldPlan, { record, row }: FieldRow) {
    this.fieldName = field.name;
    this.fieldNodes = field.nodes;
    this.returnType = field.definition.type;
    this.parentType = field.parentType;
    this.schema = field.schema;
    this.fragments = run.plan.fragments;
    this.operation = run.plan.operation;
    this.variableValues = run.request.variables;
    this.#field = field;
    this.#record = record;
    this.#row = row;
  }

  get path(): Path {
    const { key, parentType } = this.#field;
    const row = typeof this.#row === 'number' ? this.#row : this.#row();
    return { prev: pathOf(this.#record, row), key, typename: parentType.name };
  }
}

/** The path of an object in the answer. */
function pathOf({ parent }: LevelRecord, row: number): Path | undefined {
  if (parent === undefined) return undefined;
  let left = parent.numbers?.[row] ?? row;
  const isWanted = (): boolean => left-- === 0;
  const { key, parentType, index } = parent.field;
  for (const [parentRow, cell] of (parent.record.cells[index] ?? []).entries()) {
    const indexes = find(cell, isWanted);
    if (indexes === undefined) continue;
    let path: Path = { prev: pathOf(parent.record, parentRow), key, typename: parentType.name };
    for (const at of indexes) path = { prev: path, key: at, typename: undefined };
    return path;
  }
  return undefined;
}

/** The list indexes that lead to an object in a cell. */
function find(cell: unknown, isWanted: () => boolean): readonly number[] | undefined {
  if (cell === pending) return isWanted() ? [] : undefined;
  if (!Array.isArray(cell)) return undefined;
  for (const [index, item] of cell.entries()) {
    const below = find(item, isWanted);
    if (below !== undefined) return [index, ...below];
  }
  return undefined;
}

/** The row of a column's nth object. */
export function rowOf(record: LevelRecord, field: FieldPlan, number: number): number {
  let left = number;
  const cells = record.cells[field.index] ?? [];
  return cells.findIndex((cell) => find(cell, () => left-- === 0) !== undefined);
}
