import { type DirectiveNode, type FieldDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { ExtensionId } from '#base';
import { selectedNames } from '../plan/field-sets.ts';
import type { ComposedField, ComposedType, Dispatch } from '../subschema/composition.ts';
import { argumentOf, directivesOf, fieldSetOf, hasDirective, stringArgument } from '../subschema/federation.ts';
import type { BuiltSubgraph } from './build-subgraphs.ts';
import { type CollectedTypes, ownerOf } from './sdl/collect-types.ts';
import type { TypeShape } from './sdl/type-shape.ts';

/** Says of each object and interface type which extensions give its fields, and which keys lead to them. */
export function composeTypes(
  collected: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
  subgraphs: ReadonlyMap<ExtensionId, BuiltSubgraph>,
): ReadonlyMap<string, ComposedType> {
  const all = [...subgraphs].flatMap(([extension, { shapes, defined }]) =>
    [...shapes].map(([type, view]) => ({ extension, type, view, defines: defined.has(type) })),
  );
  const viewsOf = Map.groupBy(all, ({ type }) => type);
  const standIns = all.filter(({ view }) => hasDirective(view, 'interfaceObject'));
  const owners = new Map([...merged.keys()].map((name) => [name, ownerOf(collected.types.get(name) ?? [])]));
  const order = [...subgraphs.keys()];
  const types = new Map<string, ComposedType>();
  for (const [name, shape] of merged) {
    if (shape.kind !== 'object' && shape.kind !== 'interface') continue;
    const owner = owners.get(name);
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
      fields: new Map(
        shape.fields.map(({ name: { value } }) => [value, composeField(written.get(value) ?? [], { order, owners })]),
      ),
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

interface Shop {
  /** The extensions as gateway.yaml has them. */
  readonly order: readonly ExtensionId[];
  readonly owners: ReadonlyMap<string, ExtensionId | undefined>;
}

function composeField(written: readonly WrittenField[], { order, owners }: Shop): ComposedField {
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
  const resolved = written.filter((one) => one.resolved && !overridden.has(one.extension));
  const contributors = resolved.filter(({ field }) => hasDirective(field, 'contribute'));
  const sources = [...resolved.filter((one) => !contributors.includes(one)), ...contributors].map(
    ({ extension }) => extension,
  );
  const fields = { sources, requires: select('requires'), provides: select('provides') };
  if (contributors.length === 0) return fields;
  const dispatching = resolved.find(({ field }) => hasDirective(field, 'dispatch'));
  if (dispatching === undefined) {
    const inOrder = resolved.toSorted((a, b) => order.indexOf(a.extension) - order.indexOf(b.extension));
    return { ...fields, parts: new Map(inOrder.map(({ extension, field }) => [extension, field])) };
  }
  const named = [...owners].flatMap(([type, owner]) =>
    contributors.some(({ extension }) => extension === owner) && owner !== undefined ? [[type, owner] as const] : [],
  );
  return { ...fields, dispatch: dispatchOf(dispatching.field, new Map(named)) };
}

function dispatchOf(field: FieldDefinitionNode, targets: Dispatch['targets']): Dispatch {
  const [directive] = directivesOf(field, 'dispatch');
  const by = (directive && stringArgument(directive, 'by')) ?? '';
  const value = field.arguments?.find(({ name }) => name.value === by)?.defaultValue;
  return { by, otherwise: value?.kind === Kind.STRING ? value.value : undefined, targets };
}
