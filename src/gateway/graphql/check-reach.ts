import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { FieldRoutes } from '../../plan/field-routes.ts';
import type { ComposedType, Composition } from '../../subschema/composition.ts';
import { hasDirective } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart } from './collect-types.ts';

/**
 * Every field of an object can be fetched, whoever the object came from: its extension gives it, a key leads to one that does, or
 * another extension that gives the same object does. Else a part of the schema would be there in vain.
 */
export function checkReach(composition: Composition, collected: CollectedTypes): readonly Finding[] {
  const check = new ReachCheck(composition, collected);
  return [...composition.types.values()].flatMap((type) => check.fieldsOf(type));
}

class ReachCheck {
  readonly #composition: Composition;
  readonly #collected: CollectedTypes;
  readonly #routes: FieldRoutes;
  readonly #found = new Set<string>();

  constructor(composition: Composition, collected: CollectedTypes) {
    this.#composition = composition;
    this.#collected = collected;
    this.#routes = new FieldRoutes(composition);
  }

  /** What cannot be fetched of the objects that the fields of a type return. */
  fieldsOf(type: ComposedType): readonly Finding[] {
    const { schema } = this.#composition;
    const parent = schema.getType(type.name);
    if (!isObjectType(parent)) return [];
    return [...type.fields].flatMap(([name, { sources }]) => {
      const returned = parent.getFields()[name];
      if (returned === undefined) return [];
      return sources.flatMap((source) => {
        const others = sources.filter((other) => other !== source);
        const place = { at: `${type.name}.${name}`, source, others };
        return this.#objects(getNamedType(returned.type), source).flatMap((one) => this.#lostOf(one, place));
      });
    });
  }

  /** The types of which an extension answers objects. */
  #objects(returned: GraphQLNamedType, source: ExtensionId): readonly ComposedType[] {
    const { schema, types, subgraphs } = this.#composition;
    const members = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
    const known = subgraphs.get(source)?.types;
    return members.flatMap(({ name }) => (known?.has(name) ? (types.get(name) ?? []) : []));
  }

  #lostOf(type: ComposedType, { at, source, others }: Place): readonly Finding[] {
    if (rootTypes.has(type.name)) return [];
    const isReached = (field: string, from: ExtensionId): boolean =>
      this.#routes.gives(type.name, field, from) || this.#routes.find(type.name, field, from) !== undefined;
    const lost = [...type.fields].filter(
      ([field, { sources }]) =>
        sources.length > 0 && !isReached(field, source) && !others.some((other) => isReached(field, other)),
    );
    return lost.flatMap(([field, { sources }]) => {
      const id = `${type.name}.${field} ${source}`;
      if (this.#found.has(id)) return [];
      this.#found.add(id);
      return [this.#finding(`${type.name}.${field}`, { at, source, sources })];
    });
  }

  #finding(
    name: string,
    { at, source, sources }: Pick<Place, 'at' | 'source'> & { readonly sources: readonly ExtensionId[] },
  ): Finding {
    const [type = '', field] = name.split('.');
    const parts = this.#collected.types.get(type) ?? [];
    const own = parts.find(({ extension }) => extension === source);
    const [owner] = parts.filter(({ extension }) => extension !== undefined && sources.includes(extension));
    const node = owner?.shape.fields.find((one) => one.name.value === field);
    const elsewhere = this.#collected.types.get(at.split('.')[0] ?? '')?.[0]?.shape.name;
    // Who defines a type again that has a key elsewhere meant to extend it.
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

function isKeyed({ shape }: TypePart): boolean {
  return hasDirective(shape, 'key');
}

interface Place {
  /** `Type.field` that returns the object. */
  readonly at: string;
  readonly source: ExtensionId;
  /** Who gives the field as well. */
  readonly others: readonly ExtensionId[];
}
