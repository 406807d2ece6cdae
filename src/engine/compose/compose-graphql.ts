import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  specifiedDirectives,
  specifiedScalarTypes,
  type ValueNode,
} from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { Composition, ExtensionSdl, FieldGuard } from '../subschema/composition.ts';
import { argumentOf, directivesOf, hasDirective } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';
import { buildSubgraphs } from './build-subgraphs.ts';
import { checkContributions } from './checks/check-contributions.ts';
import { checkCosts } from './checks/check-costs.ts';
import { checkFields } from './checks/check-fields.ts';
import { checkHidden } from './checks/check-hidden.ts';
import { checkKeys } from './checks/check-keys.ts';
import { checkReachability, checkRequires } from './checks/check-reachability.ts';
import { checkSdl } from './checks/check-sdl.ts';
import { checkTypes, unknownTypeNames } from './checks/check-types.ts';
import { checkUses } from './checks/check-uses.ts';
import { composeTypes } from './compose-types.ts';
import { checkInternal, inaccessibleNames, internalNames } from './hidden-names.ts';
import { type DisabledOwners, withoutResting } from './resting-contributions.ts';
import { type CollectedTypes, collectTypes, placeOf, rootTypes } from './sdl/collect-types.ts';
import { differs, mergeTypes } from './sdl/merge-types.ts';
import { definitionOf, type TypeShape } from './sdl/type-shape.ts';
import { withoutWrongDirectives } from './sdl/without-wrong-directives.ts';

export interface Composed {
  /** Valid only if no finding is an error. */
  readonly composition: Composition;
  readonly findings: readonly Finding[];
}

const noTypes: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

export interface ComposeOptions {
  /** Types that belong to no extension. */
  readonly own?: DocumentNode | undefined;
  /** Findings about what is missing name its owner. What is contributed to it rests. */
  readonly disabled?: DisabledOwners | undefined;
}

/** Joins all extensions' SDL. It reads SDL only, and runs no code of an extension. */
export function composeGraphql(
  written: readonly ExtensionSdl[],
  { own = noTypes, disabled = new Map() }: ComposeOptions = {},
): Composed {
  const sound = withoutWrongDirectives(written);
  const { manifests, findings: resting } = withoutResting(sound.manifests, disabled);
  const collected = collectTypes(manifests, own);
  const merged = mergeTypes(collected);
  const unknown = unknownTypeNames(collected);
  const internal = internalNames(collected, merged);
  const findings = [
    ...sound.findings,
    ...resting,
    ...collected.findings,
    ...checkTypes(collected, disabled),
    ...checkFields(collected),
    ...checkContributions(collected, merged),
    ...checkKeys(collected, merged),
    ...checkCosts(collected, merged),
    ...checkInternal(collected, merged, internal),
  ];

  const definitions: readonly DefinitionNode[] = [
    ...collected.directives.values(),
    ...[...merged.values()].map(definitionOf),
    ...[...unknown].map((value) => ({
      kind: Kind.SCALAR_TYPE_DEFINITION as const,
      name: { kind: Kind.NAME as const, value },
    })),
  ];
  const schema = buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValidSDL: true });
  const subgraphs = buildSubgraphs(manifests, collected, { merged, internal });
  const composition: Composition = {
    own,
    schema,
    differs: differs(collected),
    subgraphs,
    types: composeTypes(collected, merged, subgraphs),
    guards: fieldGuards(collected, merged),
    inaccessible: inaccessibleNames(collected),
    internal,
  };
  // Another meaning of Float would make every price wrong.
  const reserved = manifests.flatMap(({ sdl }) =>
    sdl.flatMap(({ document }) => document.definitions.flatMap(reservedIn)),
  );
  if (reserved.length > 0) return { composition, findings: reserved };
  const broken = [...findings, ...checkSdl(definitions, schema), ...checkUses(manifests, composition, disabled)];
  // Fields that cannot be fetched mostly follow from other errors.
  const isSound = broken.every(({ severity }) => severity === 'warning');
  if (!isSound) return { composition, findings: broken };
  const further = [checkReachability, checkRequires, checkHidden].flatMap((check) => check(composition, collected));
  return { composition, findings: [...broken, ...further] };
}

const typesOfGraphql = new Set(specifiedScalarTypes.map(({ name }) => name));
const directivesOfGraphql = new Set(specifiedDirectives.map(({ name }) => name));
/** Every subgraph has them for entities, without writing them. */
const typesOfGateway: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service']);
const fieldsOfGateway: ReadonlySet<string> = new Set(['_entities', '_service']);

/** Names with one meaning for all extensions. Another meaning in one extension would break the others. */
function reservedIn(definition: DefinitionNode): readonly Finding[] {
  if (definition.kind === Kind.DIRECTIVE_DEFINITION)
    return directivesOfGraphql.has(definition.name.value) ? [finding(definition.name, '@', 'GraphQL')] : [];
  if (!isTypeDefinitionNode(definition) && !isTypeExtensionNode(definition)) return [];
  const { name } = definition;
  if (typesOfGraphql.has(name.value)) return [finding(name, '', 'GraphQL')];
  if (typesOfGateway.has(name.value)) return [finding(name, '', 'the gateway')];
  if (name.value !== 'Query' || !('fields' in definition)) return [];
  return (definition.fields ?? []).flatMap((field) =>
    fieldsOfGateway.has(field.name.value) ? [finding(field.name, 'Query.', 'the gateway')] : [],
  );
}

function finding(name: NameNode, before: string, owner: string): Finding {
  return errorFinding('SCHEMA_INVALID', {
    where: placeOf(name),
    what: `defines "${before}${name.value}", which is there without that, and is ${owner}'s own`,
    fix: 'Remove the definition.',
  });
}

type Guarded = Pick<TypeShape, 'directives'> | FieldDefinitionNode;

/**
 * The guards of each field. They are written on the field, its type, the type that it returns, or an interface of
 * its type. All guards must hold, so that no path to a field avoids one.
 */
function fieldGuards(
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
