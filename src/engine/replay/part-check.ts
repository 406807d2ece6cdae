import { type GraphQLOutputType, type GraphQLSchema, isEnumType, isListType, isNonNullType } from 'graphql';
import { Fault } from '../plan/fault.ts';
import type { FieldPlan } from '../plan/operation-plan.ts';
import { JoinedRefs } from '../run/joined-records.ts';
import { type LevelRecord, ObjectRef } from '../run/level-record.ts';
import type { Column } from '../run/run-plan.ts';

/** Why a value cannot stand in the answer: what failed, or the field of a null at a non-null place. */
export type Break = Fault | FieldPlan;

interface CheckedCell {
  /** The type of the field, or of an item in its list. */
  readonly type: GraphQLOutputType;
  readonly field: FieldPlan;
}

/**
 * Finds out whether graphql-js could complete a value of a non-null type. Each part of a list is checked before the
 * list is joined, so that one broken item does not take the items of other extensions along.
 */
export class PartCheck {
  readonly #schema: GraphQLSchema;
  readonly #columnsOf: (record: LevelRecord, key: string) => Column | undefined;

  /** With the schema that clients see. */
  constructor(schema: GraphQLSchema, columnsOf: (record: LevelRecord, key: string) => Column | undefined) {
    this.#schema = schema;
    this.#columnsOf = columnsOf;
  }

  /** Undefined where the value can stand there. A nullable value always can, with nulls where something failed. */
  breakOf(cell: unknown, { type, field }: CheckedCell): Break | undefined {
    if (!isNonNullType(type)) return undefined;
    if (cell instanceof Fault) return cell;
    if (cell === null || cell === undefined) return field;
    const { ofType } = type;
    if (Array.isArray(cell)) {
      const items = isListType(ofType) ? ofType.ofType : ofType;
      return firstOf(cell, (item) => this.breakOf(item, { type: items, field }));
    }
    if (cell instanceof ObjectRef) return this.#object(cell, field);
    if (cell instanceof JoinedRefs) return cell.hole ?? firstOf(cell.refs, (ref) => this.#object(ref, field));
    // Clients do not see a value that is @inaccessible.
    const known = isEnumType(ofType) ? this.#schema.getType(ofType.name) : undefined;
    return isEnumType(known) && known.getValue(String(cell)) === undefined ? field : undefined;
  }

  #object({ record, index }: ObjectRef, field: FieldPlan): Break | undefined {
    const { level } = record;
    if (level.isHidden) return field;
    return firstOf(level.output, ({ key, field: below }) => {
      const column = this.#columnsOf(record, key);
      if (below === undefined || column === undefined) return undefined;
      if (column.parts === undefined) return this.breakOf(column.cells[index], { type: below.type, field: below });
      const breaks = column.parts.flatMap(
        ({ field: part, cells }) => this.breakOf(cells[index], { type: part.type, field: part }) ?? [],
      );
      const isRequired = isNonNullType(level.type.getFields()[below.name]?.type);
      return isRequired && breaks.length === column.parts.length ? breaks[0] : undefined;
    });
  }
}

function firstOf<Value>(values: readonly Value[], breakOf: (value: Value) => Break | undefined): Break | undefined {
  for (const value of values) {
    const found = breakOf(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
