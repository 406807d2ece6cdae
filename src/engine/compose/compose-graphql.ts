import {
  buildASTSchema,
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  type SelectionSetNode,
  specifiedDirectives,
  specifiedScalarTypes,
  type ValueNode,
} from 'graphql';
import { type ExtensionId, errorFinding, type Finding } from '#base';
import { selectedNames } from '../plan/field-sets.ts';
import type { ComposedField, ComposedType, Composition, ExtensionSdl, FieldGuard } from '../subschema/composition.ts';
import { argumentOf, directivesOf, fieldSetOf, hasDirective, stringArgument } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';
import { type BuiltSubgraph, buildSubgraphs, ownerOf } from './build-subgraphs.ts';
import { checkCosts } from './checks/check-costs.ts';
import { checkFields } from './checks/check-fields.ts';
import { checkKeys } from './checks/check-keys.ts';
import { checkReachability } from './checks/check-reachability.ts';
import { checkSdl } from './checks/check-sdl.ts';
import { checkTypes, type TypeOwner, unknownTypeNames } from './checks/check-types.ts';
import { checkUses } from './checks/check-uses.ts';
import { checkInternal, inaccessibleNames, internalNames } from './hidden-names.ts';
import { type CollectedTypes, collectTypes, placeOf, rootTypes } from './sdl/collect-types.ts';
import { differs, mergeTypes } from './sdl/merge-types.ts';
import { definitionOf, type TypeShape } from './sdl/type-shape.ts';

export interface Composed {
  /** Valid only if no finding is an error. */
  readonly composition: Composition;
  readonly findings: readonly Finding[];
}

const noTypes: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

export interface ComposeOptions {
  /** Types that belong to no extension. */
  readonly own?: DocumentNode | undefined;
  /** By type, and by `Type.field`: extensions that are not enabled. Findings about what is missing name its owner. */
  readonly disabled?: ReadonlyMap<string, TypeOwner> | undefined;
}

/** Joins all extensions' SDL. It reads SDL only, and runs no code of an extension. */
export function composeGraphql(
  manifests: readonly ExtensionSdl[],
  { own = noTypes, disabled = new Map() }: ComposeOptions = {},
): Composed {
  const collected = collectTypes(manifests, own);
  const merged = mergeTypes(collected);
  const unknown = unknownTypeNames(collected);
  const internal = internalNames(collected, merged);
  const findings = [
    ...collected.findings,
    ...checkTypes(collected, disabled),
    ...checkFields(collected),
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
  return { composition, findings: isSound ? [...broken, ...checkReachability(composition, collected)] : broken };
}

function composeTypes(
  collected: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
  subgraphs: ReadonlyMap<ExtensionId, BuiltSubgraph>,
): ReadonlyMap<string, ComposedType> {
  const all = [...subgraphs].flatMap(([extension, { shapes, defined }]) =>
    [...shapes].map(([type, view]) => ({ extension, type, view, defines: defined.has(type) })),
  );
  const viewsOf = Map.groupBy(all, ({ type }) => type);
  const standIns = all.filter(({ view }) => hasDirective(view, 'interfaceObject'));
  const types = new Map<string, ComposedType>();
  for (const [name, shape] of merged) {
    if (shape.kind !== 'object' && shape.kind !== 'interface') continue;
    const owner = ownerOf(collected.types.get(name) ?? []);
    const own = (viewsOf.get(name) ?? []).toSorted(
      (a, b) => Number(b.extension === owner) - Number(a.extension === owner),
    );
    const names = new Set([name, ...shape.interfaces.map((node) => node.name.value)]);
    const others = standIns.filter(
      ({ type, extension }) => names.has(type) && type !== name && own.every((view) => view.extension !== extension),
    );
    const views = [...own, ...others];
    const written = Map.groupBy(views.flatMap(writtenFields), ({ field }) => field.name.value);
    types.set(name, {
      name,
      owner,
      knownAs: new Map(
        [...others, ...standIns.filter(({ type }) => type === name)].map(({ extension, type }) => [extension, type]),
      ),
      keys: new Map(views.map(({ extension, view }) => [extension, keysOf(view, isResolvable)])),
      fields: new Map(shape.fields.map(({ name: { value } }) => [value, composeField(written.get(value) ?? [])])),
    });
  }
  return types;
}

interface View {
  readonly extension: ExtensionId;
  readonly view: TypeShape;
  readonly defines: boolean;
}

function keysOf(view: TypeShape, which: (key: DirectiveNode) => boolean = () => true): readonly SelectionSetNode[] {
  return directivesOf(view, 'key')
    .filter(which)
    .flatMap((key) => fieldSetOf(key) ?? []);
}

function isResolvable(key: DirectiveNode): boolean {
  const resolvable = argumentOf(key, 'resolvable');
  return resolvable?.kind !== Kind.BOOLEAN || resolvable.value;
}

interface WrittenField {
  readonly extension: ExtensionId;
  readonly field: FieldDefinitionNode;
  readonly resolved: boolean;
}

function writtenFields({ extension, view, defines }: View): readonly WrittenField[] {
  const keys = new Set(keysOf(view).flatMap(selectedNames));
  const allExternal = hasDirective(view, 'external');
  return view.fields.map((field) => {
    const external = allExternal || hasDirective(field, 'external');
    // An extension of a type gives the key fields, even if it calls them @external.
    return { extension, field, resolved: !external || (keys.has(field.name.value) && !defines) };
  });
}

function composeField(written: readonly WrittenField[]): ComposedField {
  const overridden = new Set(
    written.flatMap(({ field }) =>
      directivesOf(field, 'override').flatMap((node) => stringArgument(node, 'from') ?? []),
    ),
  );
  const select = (directive: string): ReadonlyMap<ExtensionId, SelectionSetNode> =>
    new Map(
      written.flatMap(({ extension, field }) => {
        const [node] = directivesOf(field, directive);
        const selection = node === undefined ? undefined : fieldSetOf(node);
        return selection === undefined ? [] : [[extension, selection] as const];
      }),
    );
  return {
    sources: written
      .filter(({ extension, resolved }) => resolved && !overridden.has(extension))
      .map(({ extension }) => extension),
    requires: select('requires'),
    provides: select('provides'),
  };
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
