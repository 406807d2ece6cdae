import { type FieldDefinitionNode, Kind, type ValueNode } from 'graphql';
import type { FieldGuard } from '../subschema/composition.ts';
import { argumentOf, directivesOf, hasDirective } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';
import { type CollectedTypes, rootTypes } from './sdl/collect-types.ts';
import type { TypeShape } from './sdl/type-shape.ts';

type Guarded = Pick<TypeShape, 'directives'> | FieldDefinitionNode;

/**
 * The guards of each field. They are written on the field, its type, the type that it returns, or an interface of
 * its type. All guards must hold, so that no path to a field avoids one.
 */
export function fieldGuards(
  { types }: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
): ReadonlyMap<string, FieldGuard> {
  // Filtered once, since most types have no guards.
  const guardedParts = new Map(
    [...types].map(([name, parts]) => [
      name,
      parts.filter(({ shape }) => isGuarded(shape) || shape.fields.some((node) => isGuarded(node))),
    ]),
  );
  // A guard on a type that the extension only extends holds for its own fields: it cannot guard those of others.
  const typeWords = (name: string, field?: string): readonly Guarded[] =>
    (guardedParts.get(name) ?? [])
      .filter(
        ({ defines, shape }) =>
          (defines && !rootTypes.has(name)) || shape.fields.some((node) => node.name.value === field),
      )
      .map((part) => part.shape);
  const fieldWords = (name: string, field: string): readonly Guarded[] =>
    (guardedParts.get(name) ?? []).flatMap((part) => part.shape.fields.filter((node) => node.name.value === field));

  const guards = new Map<string, FieldGuard>();
  for (const [name, shape] of merged) {
    for (const field of shape.fields) {
      const interfaces = shape.interfaces
        .map((node) => node.name.value)
        .filter((type) => merged.get(type)?.fields.some((node) => node.name.value === field.name.value));
      const words = [name, ...interfaces].flatMap((type) => [
        ...typeWords(type, field.name.value),
        ...fieldWords(type, field.name.value),
      ]);
      const guarded = [...words, ...typeWords(namedTypeOf(field.type))].filter(isGuarded);
      if (guarded.length > 0) guards.set(`${name}.${field.name.value}`, { scopes: guarded.flatMap(scopesOf) });
    }
  }
  return guards;
}

function isGuarded(word: Guarded): boolean {
  return hasDirective(word, 'authenticated') || hasDirective(word, 'requiresScopes');
}

function scopesOf(word: Guarded): readonly (readonly (readonly string[])[])[] {
  return directivesOf(word, 'requiresScopes').map((directive) =>
    listOf(argumentOf(directive, 'scopes')).map((set) =>
      listOf(set).flatMap((scope) => (scope.kind === Kind.STRING ? [scope.value] : [])),
    ),
  );
}

// GraphQL coerces a single value to a list of one.
function listOf(value: ValueNode | undefined): readonly ValueNode[] {
  if (value === undefined) return [];
  return value.kind === Kind.LIST ? value.values : [value];
}
