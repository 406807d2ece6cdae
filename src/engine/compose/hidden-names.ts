import { type DirectiveNode, type FieldDefinitionNode, Kind } from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { Composition } from '../subschema/composition.ts';
import { argumentOf, directivesOf, hasDirective } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';
import { type CollectedTypes, placeOf, rootTypes } from './sdl/collect-types.ts';
import type { TypeShape } from './sdl/type-shape.ts';

type MergedTypes = ReadonlyMap<string, TypeShape>;

/** The inaccessible names: `Type`, `Type.field`, `Type.field.argument`, `Enum.VALUE` and `Input.field`. */
export function inaccessibleNames({ types }: CollectedTypes): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { shape } of [...types.values()].flat()) {
    const type = shape.name.value;
    if (hasDirective(shape, 'inaccessible')) names.add(type);
    for (const node of [...shape.fields, ...shape.inputFields, ...shape.values])
      if (hasDirective(node, 'inaccessible')) names.add(`${type}.${node.name.value}`);
    for (const field of shape.fields)
      for (const argument of field.arguments ?? [])
        if (hasDirective(argument, 'inaccessible')) names.add(`${type}.${field.name.value}.${argument.name.value}`);
  }
  return names;
}

/** Whether extensions alone may ask for a field. One extension that says so is enough. */
function isInternal(field: FieldDefinitionNode): boolean {
  return hasDirective(field, 'internal') || directivesOf(field, 'dispatch').some((directive) => !isPublic(directive));
}

function isPublic(directive: DirectiveNode): boolean {
  const value = argumentOf(directive, 'public');
  return value?.kind === Kind.BOOLEAN && value.value;
}

/** The internal fields as `Type.field`, each with its extension, and the types to which only they lead. */
export function internalNames(collected: CollectedTypes, merged: MergedTypes): Composition['internal'] {
  const written = internalFields(collected);
  if (written.length === 0) return new Map();
  const fields = new Map(written.map(({ name, extension }) => [name, extension] as const).toReversed());
  const open = reachedTypes(collected, merged, fields);
  const closed = [...reachedTypes(collected, merged, new Map())].filter((name) => !open.has(name));
  return new Map([...fields, ...closed.map((name) => [name, undefined] as const)]);
}

function internalFields({ types }: CollectedTypes) {
  return [...types.values()].flat().flatMap(({ shape, extension }) => {
    const type = shape.name.value;
    const fields = shape.fields.filter(isInternal);
    return fields.map((field) => ({ extension, type, name: `${type}.${field.name.value}`, field }));
  });
}

/** The types to which the root types and directives lead without the hidden fields. */
function reachedTypes(
  { directives }: CollectedTypes,
  merged: MergedTypes,
  hidden: Composition['internal'],
): ReadonlySet<string> {
  const shapes = [...merged.values()];
  const reached = new Set<string>();
  const given = [...directives.values()].flatMap((directive) => directive.arguments ?? []);
  const next = [...rootTypes, ...given.map(({ type }) => namedTypeOf(type))];
  for (const name of next) {
    const shape = merged.get(name);
    if (shape === undefined || reached.has(name)) continue;
    const fields = shape.fields.filter((field) => !hidden.has(`${name}.${field.name.value}`));
    // Without a field for clients there is no mutation. Any other type without one has a finding.
    if (name === 'Mutation' && fields.length === 0) continue;
    reached.add(name);
    const typed = [...fields, ...fields.flatMap((field) => field.arguments ?? []), ...shape.inputFields];
    const named = [...shape.interfaces, ...shape.members].map((node) => node.name.value);
    const implementers = shapes.filter(({ interfaces }) => interfaces.some((node) => node.name.value === name));
    next.push(...typed.map(({ type }) => namedTypeOf(type)), ...named, ...implementers.map((one) => one.name.value));
  }
  return reached;
}

/** An internal field is one of an object, which no interface asks for, beside a field that clients see. */
export function checkInternal(
  collected: CollectedTypes,
  merged: MergedTypes,
  internal: Composition['internal'],
): readonly Finding[] {
  return internalFields(collected).flatMap(({ type, name, field }) => {
    const shape = merged.get(type);
    const reason = shape && misplaced(shape, field, { merged, internal });
    if (reason === undefined) return [];
    return errorFinding('INTERNAL_MISPLACED', {
      where: placeOf(field.name),
      what: `"${name}" is @internal, but ${reason.what}`,
      fix: reason.fix,
    });
  });
}

function misplaced(
  { kind, name: { value: type }, interfaces, fields }: TypeShape,
  field: FieldDefinitionNode,
  { merged, internal }: { readonly merged: MergedTypes; readonly internal: Composition['internal'] },
): Pick<Finding, 'what' | 'fix'> | undefined {
  if (kind !== 'object')
    return { what: `${type} is an interface, whose fields clients see`, fix: 'Write it on a field of an object type.' };
  const asking = interfaces.find(({ name }) =>
    merged.get(name.value)?.fields.some((one) => one.name.value === field.name.value),
  );
  if (asking !== undefined)
    return {
      what: `the interface ${asking.name.value} has it, so clients see it`,
      fix: `Take the field out of ${asking.name.value}, or leave @internal out.`,
    };
  const isBare = fields.every((one) => internal.has(`${type}.${one.name.value}`));
  if (!isBare || internal.has(type) || rootTypes.has(type)) return undefined;
  return {
    what: `clients see ${type}, which has no other field for them`,
    fix: `Give ${type} a field for clients, or write @internal on the fields that lead to it.`,
  };
}
