import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { ExtensionId } from '#base';
import { directivesOf, fieldSetOf } from '../../subschema/federation.ts';
import { namedTypeOf } from '../../subschema/written-fields.ts';
import type { CollectedTypes } from './collect-types.ts';
import type { TypeShape } from './type-shape.ts';

export interface FieldSetFault {
  readonly what: string;
  /** The misspelt name and those that exist. */
  readonly name?: string;
  readonly candidates?: readonly string[];
}

/** What a field set selects from. A `@key` may hold fields only. */
export interface FieldSetScope {
  readonly types: ReadonlyMap<string, TypeShape>;
  readonly isKey: boolean;
}

/** What is wrong with a field set. Undefined when it is valid. */
export function fieldSetFault(
  selection: SelectionSetNode,
  type: TypeShape,
  scope: FieldSetScope,
): FieldSetFault | undefined {
  for (const node of selection.selections) {
    const fault = node.kind === Kind.FIELD ? fieldFault(node, type, scope) : fragmentFault(node, type, scope);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type Fragment = Exclude<SelectionSetNode['selections'][number], FieldNode>;

function fragmentFault(node: Fragment, type: TypeShape, scope: FieldSetScope): FieldSetFault | undefined {
  if (scope.isKey || node.kind !== Kind.INLINE_FRAGMENT)
    return { what: 'holds a fragment, and only fields can be selected there' };
  if ((node.directives ?? []).length > 0)
    return { what: 'holds a fragment with a directive, which is not possible there' };
  const name = node.typeCondition?.name.value ?? type.name.value;
  const condition = scope.types.get(name);
  const kinds = ['object', 'interface', 'union'];
  if (condition === undefined || !kinds.includes(condition.kind))
    return {
      what: `holds a fragment on "${name}", which is no type that has fields`,
      name,
      candidates: [...scope.types.keys()],
    };
  return fieldSetFault(node.selectionSet, condition, scope);
}

function fieldFault(node: FieldNode, type: TypeShape, scope: FieldSetScope): FieldSetFault | undefined {
  const name = node.name.value;
  if (name === '__typename' && type.kind !== 'input' && !scope.isKey) return undefined;
  const field = type.fields.find((candidate) => candidate.name.value === name);
  const candidates = type.fields.map((candidate) => candidate.name.value);
  if (field === undefined)
    return { what: `selects "${name}", which is no field of "${type.name.value}"`, name, candidates };
  const args = node.arguments ?? [];
  if (node.alias !== undefined || (scope.isKey && args.length > 0) || (node.directives ?? []).length > 0)
    return { what: `selects "${name}" with an alias, arguments or directives, which is not possible there` };
  const known = (field.arguments ?? []).map((argument) => argument.name.value);
  const unknown = args.find((argument) => !known.includes(argument.name.value));
  if (unknown !== undefined)
    return {
      what: `gives "${name}" the argument "${unknown.name.value}", which it does not have`,
      name: unknown.name.value,
      candidates: known,
    };
  return nestedFault(node.selectionSet, `${type.name.value}.${name}`, scope.types.get(namedTypeOf(field.type)), scope);
}

function nestedFault(
  selection: SelectionSetNode | undefined,
  field: string,
  type: TypeShape | undefined,
  scope: FieldSetScope,
): FieldSetFault | undefined {
  const composite = type?.kind === 'object' || type?.kind === 'interface' || type?.kind === 'union';
  if (type?.kind === 'union' && scope.isKey) return { what: `selects "${field}", which is a union` };
  if (composite && selection === undefined) return { what: `selects "${field}" without its fields, e.g. "{ id }"` };
  if (!composite && selection !== undefined) return { what: `selects fields of "${field}", which has none` };
  return type === undefined || selection === undefined ? undefined : fieldSetFault(selection, type, scope);
}

/** The fields of all `@key`s, at any depth. Several extensions may give those without `@shareable`. */
export class KeyFields {
  readonly #names = new Set<string>();
  readonly #types: CollectedTypes['types'];

  constructor({ types }: CollectedTypes) {
    this.#types = types;
    for (const [name, parts] of types)
      for (const { extension, shape } of parts)
        for (const key of directivesOf(shape, 'key')) this.#add(extension, name, fieldSetOf(key));
  }

  /** Whether a key of the extension selects the field. */
  has(extension: ExtensionId | undefined, type: string, field: string): boolean {
    return this.#names.has(`${extension ?? ''} ${type}.${field}`);
  }

  #add(extension: ExtensionId | undefined, type: string, selection: SelectionSetNode | undefined): void {
    for (const node of selection?.selections ?? []) {
      if (node.kind !== Kind.FIELD) continue;
      this.#names.add(`${extension ?? ''} ${type}.${node.name.value}`);
      const fields = this.#types.get(type)?.flatMap(({ shape }) => shape.fields) ?? [];
      const field = fields.find(({ name }) => name.value === node.name.value);
      if (field !== undefined) this.#add(extension, namedTypeOf(field.type), node.selectionSet);
    }
  }
}
