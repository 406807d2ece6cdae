import { Kind, type SelectionSetNode } from 'graphql';
import { namedTypeOf } from './named-type.ts';
import type { TypeShape } from './type-shape.ts';

/** The names of the fields at the top of a `@key`, `@requires` or `@provides`. */
export function selectedNames(selection: SelectionSetNode): readonly string[] {
  return selection.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
}

export interface FieldSetFault {
  readonly what: string;
  /** The misspelt name and those that exist. */
  readonly name?: string;
  readonly candidates?: readonly string[];
}

/** What is wrong with a field set when it selects from a type; undefined when nothing is. */
export function fieldSetFault(
  selection: SelectionSetNode,
  type: TypeShape,
  types: ReadonlyMap<string, TypeShape>,
): FieldSetFault | undefined {
  for (const node of selection.selections) {
    if (node.kind !== Kind.FIELD) return { what: 'holds a fragment, and only fields can be selected there' };
    const name = node.name.value;
    const field = type.fields.find((candidate) => candidate.name.value === name);
    if (field === undefined)
      return {
        what: `selects "${name}", which is no field of "${type.name.value}"`,
        name,
        candidates: type.fields.map((candidate) => candidate.name.value),
      };
    if (node.alias !== undefined || (node.arguments ?? []).length > 0 || (node.directives ?? []).length > 0)
      return { what: `selects "${name}" with an alias, arguments or directives, which is not possible there` };
    const fault = nestedFault(
      node.selectionSet,
      `${type.name.value}.${name}`,
      types.get(namedTypeOf(field.type)),
      types,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nestedFault(
  selection: SelectionSetNode | undefined,
  field: string,
  type: TypeShape | undefined,
  types: ReadonlyMap<string, TypeShape>,
): FieldSetFault | undefined {
  const composite = type?.kind === 'object' || type?.kind === 'interface';
  if (type?.kind === 'union') return { what: `selects "${field}", which is a union` };
  if (composite && selection === undefined) return { what: `selects "${field}" without its fields, e.g. "{ id }"` };
  if (!composite && selection !== undefined) return { what: `selects fields of "${field}", which has none` };
  return type === undefined || selection === undefined ? undefined : fieldSetFault(selection, type, types);
}
