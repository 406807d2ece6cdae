import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType, Kind, type SelectionNode } from 'graphql';
import { type ExtensionId, errorFinding, type Finding } from '#base';
import type { ComposedField, ComposedType, Composition } from '../../subschema/composition.ts';
import { hasDirective } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart } from '../sdl/collect-types.ts';
import { selectionsOf, usedFields } from './check-uses.ts';

/**
 * Every field of an object can be fetched, from any extension that gives the object. The extension gives the field
 * itself, or a key leads to one that does, or another extension gives the same object with it.
 */
export function checkReachability(composition: Composition, collected: CollectedTypes): readonly Finding[] {
  const check = new ReachCheck(composition, collected);
  return [...composition.types.values()].flatMap((type) => check.fieldsOf(type));
}

/** Fields that can only be fetched after themselves: their `@requires` lead back to them. */
export function checkRequires(composition: Composition, collected: CollectedTypes): readonly Finding[] {
  const { schema, types } = composition;
  // By field: what each extension that has it needs first.
  const needed = new Map<string, readonly (readonly string[])[]>();
  for (const { name: type, fields } of types.values())
    for (const [field, { sources, requires }] of fields) {
      if (requires.size === 0) continue;
      const of = sources.map((source) =>
        selectionsOf(source, { type, field }, composition, 'requires').flatMap(([parent, selection]) => [
          ...usedFields(selection, schema, schema.getType(parent)).keys(),
        ]),
      );
      needed.set(`${type}.${field}`, of);
    }
  for (let size = -1; size !== needed.size; ) {
    size = needed.size;
    for (const [name, of] of needed)
      if (of.some((names) => names.every((one) => !needed.has(one)))) needed.delete(name);
  }
  return [...needed].flatMap(([name, of]) => {
    const [type = '', field] = name.split('.');
    const fields = (collected.types.get(type) ?? []).flatMap(({ shape }) => shape.fields);
    const node = fields.find((one) => one.name.value === field && hasDirective(one, 'requires'));
    const others = new Set(of.flat().filter((one) => needed.has(one)));
    return errorFinding('FIELD_UNREACHABLE', {
      where: node === undefined ? { file: 'the stitched schema' } : placeOf(node.name),
      what: `"${name}" requires ${[...others].map((one) => `"${one}"`).join(' and ')}, which in turn cannot be fetched without it`,
      fix: 'Take one of these fields out of @requires.',
    });
  });
}

class ReachCheck {
  readonly #composition: Composition;
  readonly #collected: CollectedTypes;
  readonly #lost = new Map<ComposedType, Map<ExtensionId, readonly string[]>>();
  readonly #found = new Set<string>();

  constructor(composition: Composition, collected: CollectedTypes) {
    this.#composition = composition;
    this.#collected = collected;
  }

  /** Finds what cannot be fetched of the objects that a type's fields return. */
  fieldsOf(type: ComposedType): readonly Finding[] {
    const { schema } = this.#composition;
    const parent = schema.getType(type.name);
    if (!isObjectType(parent)) return [];
    return [...type.fields].flatMap(([name, { sources, parts, dispatch }]) => {
      const returned = parent.getFields()[name];
      if (returned === undefined) return [];
      return sources.flatMap((source) => {
        const isAlone = parts !== undefined || dispatch !== undefined;
        const others = isAlone ? [] : sources.filter((other) => other !== source);
        const place = { at: `${type.name}.${name}`, source, others };
        return this.#objects(getNamedType(returned.type), source).flatMap((one) => this.#lostOf(one, place));
      });
    });
  }

  /** The object types that an extension may answer with. */
  #objects(returned: GraphQLNamedType, source: ExtensionId): readonly ComposedType[] {
    const { schema, types, subgraphs } = this.#composition;
    const members = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
    const known = subgraphs.get(source)?.types;
    return members.flatMap(({ name }) => (known?.has(name) ? (types.get(name) ?? []) : []));
  }

  #lostOf(type: ComposedType, { at, source, others }: ObjectSource): readonly Finding[] {
    if (rootTypes.has(type.name)) return [];
    const lost = this.#lostFrom(type, source).filter((field) =>
      others.every((other) => this.#lostFrom(type, other).includes(field)),
    );
    return lost.flatMap((field) => {
      const sources = type.fields.get(field)?.sources ?? [];
      const id = `${type.name}.${field} ${source}`;
      if (this.#found.has(id)) return [];
      this.#found.add(id);
      return [this.#finding(`${type.name}.${field}`, { at, source, sources })];
    });
  }

  /** The fields that cannot be fetched for an extension's objects. Cached, since 200 fields may return one type. */
  #lostFrom(type: ComposedType, from: ExtensionId): readonly string[] {
    const known = this.#lost.get(type)?.get(from);
    if (known !== undefined) return known;
    const reached = reachedFrom(type, from);
    const isHad = ({ sources, requires, parts }: ComposedField): boolean => {
      const isReached = (source: ExtensionId): boolean =>
        reached.has(source) || (source === from && !requires.has(from));
      return sources.length === 0 || (parts === undefined ? sources.some(isReached) : sources.every(isReached));
    };
    const lost = [...type.fields].flatMap(([name, field]) => (isHad(field) ? [] : [name]));
    const ofType = this.#lost.get(type) ?? new Map<ExtensionId, readonly string[]>();
    this.#lost.set(type, ofType.set(from, lost));
    return lost;
  }

  #finding(
    name: string,
    { at, source, sources }: Pick<ObjectSource, 'at' | 'source'> & { readonly sources: readonly ExtensionId[] },
  ): Finding {
    const [type = '', field] = name.split('.');
    const parts = this.#collected.types.get(type) ?? [];
    const own = parts.find(({ extension }) => extension === source);
    const [owner] = parts.filter(({ extension }) => extension !== undefined && sources.includes(extension));
    const node = owner?.shape.fields.find((one) => one.name.value === field);
    const elsewhere = this.#collected.types.get(at.split('.')[0] ?? '')?.[0]?.shape.name;
    // A second definition without a key was meant as an extension of the type.
    const isBare = owner !== undefined && own !== owner && !isKeyed(owner) && owner.defines && parts.some(isKeyed);
    const where = isBare ? owner.shape.name : (own?.shape.name ?? node?.name ?? elsewhere);
    const related = isBare ? own?.shape.name : own && node?.name;
    return errorFinding('FIELD_UNREACHABLE', {
      where: where === undefined ? { file: 'the stitched schema' } : placeOf(where),
      what: `"${name}", which ${sources.join(' and ')} has, cannot be fetched for what ${source} answers as "${at}"`,
      fix: isBare
        ? `Write "extend type ${type}" here: then the key leads to it.`
        : `Write @key(fields: "...") on "type ${type}" in both, with key fields that are not @external; or give the field in both, with @shareable.`,
      ...(related === undefined ? {} : { related: [placeOf(related)] }),
    });
  }
}

/** The extensions reachable from an extension's object, by keys whose fields can be fetched. */
function reachedFrom(type: ComposedType, from: ExtensionId): ReadonlySet<ExtensionId> {
  const reached = new Set<ExtensionId>();
  const isHad = (node: SelectionNode): boolean => {
    const field = node.kind === Kind.FIELD ? type.fields.get(node.name.value) : undefined;
    if (field === undefined) return false;
    return field.sources.some((source) => reached.has(source) || (source === from && !field.requires.has(from)));
  };
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const [extension, keys] of type.keys)
      if (!reached.has(extension) && keys.some((key) => key.selections.every(isHad))) reached.add(extension);
  }
  return reached;
}

function isKeyed({ shape }: TypePart): boolean {
  return hasDirective(shape, 'key');
}

interface ObjectSource {
  /** `Type.field` that returns the object. */
  readonly at: string;
  readonly source: ExtensionId;
  readonly others: readonly ExtensionId[];
}
