import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { ExtensionId } from '#base';
import type { FieldRoute } from './field-routes.ts';
import { joinSelections, providedOn, selectedBelow } from './field-sets.ts';
import { type PlanParts, TooLarge } from './plan-parts.ts';

/** The rest of a selection, by response key. Undefined stands for everything below a key. */
export type Leftover = ReadonlyMap<string, Leftover | undefined>;

/** The part of a selection that one of several sources is asked for: only `only`, without `skip`. */
export interface Share {
  readonly skip?: Leftover | undefined;
  readonly only?: Leftover | undefined;
}

/** An extension that gives a field of an object. */
export interface Source {
  readonly extension: ExtensionId;
  /** Undefined where the object's own extension gives it. */
  readonly route: FieldRoute | undefined;
}

export interface Picked extends Source {
  readonly share: Share;
}

/** The extension that gave an object, and what it provides of it. */
export interface From {
  readonly extension: ExtensionId;
  readonly provided: SelectionSetNode | undefined;
}

interface Outcome {
  readonly left: Leftover;
  /** One for each other extension that is asked, plus `fieldCost` for each of its fields. */
  readonly cost: number;
  readonly size: number;
}

/** A hop costs one. Even a hundred fields cost less than a hop. */
const fieldCost = 1 / 1000;

type CollectFields = (
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
) => ReadonlyMap<string, readonly FieldNode[]>;

/** Limit on the fields looked at, since the number of combinations grows with each level. */
const maxLooks = 20_000;

const nothing: Leftover = new Map();
const none: Outcome = { left: nothing, cost: 0, size: 0 };

/** Several extensions may give one object, and know different fields of it. Finds which gives most, and the others. */
export class SourceChoice {
  readonly #parts: PlanParts;
  readonly #collect: CollectFields;
  #looks = 0;

  constructor(parts: PlanParts, collect: CollectFields) {
    this.#parts = parts;
    this.#collect = collect;
  }

  /** All extensions that give a field of an object, the nearest first. */
  sources(type: string, field: string, from: From): readonly Source[] {
    const { routes, composition } = this.#parts;
    const all = composition.types.get(type)?.fields.get(field)?.sources ?? [];
    const local = routes.gives(type, field, from.extension) || selectedBelow(from.provided, field) !== undefined;
    const own = local ? [{ extension: from.extension, route: undefined }] : [];
    const others = all
      .filter((extension) => !local || extension !== from.extension)
      .flatMap((extension) => {
        const route = routes.find(type, field, from.extension, { to: extension, provided: from.provided });
        return route === undefined ? [] : [{ extension, route }];
      });
    const best = routes.find(type, field, from.extension, { provided: from.provided })?.target;
    return [...own, ...others.toSorted((a, b) => Number(b.extension === best) - Number(a.extension === best))];
  }

  /** A Query field below an object is fetched as at the root. */
  #roots(field: string): readonly Source[] {
    const sources = this.#parts.composition.types.get('Query')?.fields.get(field)?.sources ?? [];
    return sources.map((extension) => ({ extension, route: undefined }));
  }

  /** Picks the sources that together give a field's whole selection, or its share. Undefined if they cannot. */
  pick(sources: readonly Source[], asked: AskedField, { skip, only }: Share = {}): readonly Picked[] | undefined {
    const [first, ...others] = this.#ranked(sources, asked, { only });
    if (first === undefined) return undefined;
    const picked: Picked[] = [{ ...first.source, share: { only, skip: first.outcome.left } }];
    let { left } = first.outcome;
    for (const { source } of others) {
      if (left.size === 0 || left.has('') || asked.isMutation) break;
      const outcome = this.#look(source, asked, { only: left });
      if (sizeOf(outcome.left) === sizeOf(left)) continue;
      picked.push({ ...source, share: { only: left, skip: outcome.left } });
      left = outcome.left;
    }
    return sizeOf(left) <= sizeOf(skip ?? nothing) ? picked : undefined;
  }

  #ranked(sources: readonly Source[], asked: AskedField, share: Share) {
    return sources
      .map((source) => ({ source, outcome: this.#look(source, asked, share) }))
      .toSorted((a, b) => sizeOf(a.outcome.left) - sizeOf(b.outcome.left) || a.outcome.cost - b.outcome.cost);
  }

  /** Finds what a source cannot give below a field. */
  #look({ extension, route }: Source, { type, name, nodes, provided }: AskedField, share: Share): Outcome {
    const { composition } = this.#parts;
    const parent = composition.schema.getType(type);
    const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (definition === undefined) return none;
    const own = composition.types.get(type)?.fields.get(name)?.provides.get(extension);
    const given = joinSelections(own, route === undefined ? selectedBelow(provided, name) : undefined);
    const returned = this.#viewOf(getNamedType(definition.type), { type, name, extension });
    const below = this.#below(returned, nodes, { from: { extension, provided: given }, share });
    return route === undefined ? below : { ...below, cost: below.cost + 1 + below.size * fieldCost };
  }

  /** The field's type in the extension's own schema, which may be one member of a union. */
  #viewOf(
    named: GraphQLNamedType,
    { type, name, extension }: { readonly type: string; readonly name: string; readonly extension: ExtensionId },
  ): GraphQLNamedType {
    const view = this.#parts.subschemas.get(extension)?.schema.getType(type);
    const field = isObjectType(view) ? view.getFields()[name] : undefined;
    return field === undefined
      ? named
      : (this.#parts.composition.schema.getType(getNamedType(field.type).name) ?? named);
  }

  #below(
    type: GraphQLNamedType,
    nodes: readonly FieldNode[],
    at: { readonly from: From; readonly share: Share },
  ): Outcome {
    if (isLeafType(type)) return { ...none, size: 1 };
    if (isObjectType(type)) return this.#object(type, nodes, at);
    if (!isAbstractType(type)) return none;
    const view = this.#parts.subschemas.get(at.from.extension)?.schema;
    const abstract = view?.getType(type.name);
    const members = isAbstractType(abstract) ? (view?.getPossibleTypes(abstract) ?? []) : [];
    const outcomes = members.map(({ name }) => {
      const member = this.#parts.composition.schema.getType(name);
      return isObjectType(member) ? this.#object(member, nodes, { ...at, share: {} }) : none;
    });
    // Answers of two extensions can be joined only where both are of the same single type.
    const left = outcomes.some((outcome) => outcome.left.size > 0) ? new Map([['', undefined]]) : nothing;
    const sum = (of: 'cost' | 'size'): number => outcomes.reduce((total, outcome) => total + outcome[of], 0);
    return { left, cost: sum('cost'), size: sum('size') };
  }

  #object(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    at: { readonly from: From; readonly share: Share },
  ): Outcome {
    const left = new Map<string, Leftover | undefined>();
    const asked = new Set<ExtensionId>();
    const provided = providedOn(at.from.provided, type, this.#parts.composition.schema);
    const from = { ...at.from, provided };
    const { composition, ownFields } = this.#parts;
    const isQuery = type === composition.schema.getQueryType();
    let [cost, size] = [0, 0];
    for (const [key, group] of this.#collect(type, nodes)) {
      const name = group[0]?.name.value ?? '';
      const { only } = at.share;
      if (only !== undefined && !only.has(key)) continue;
      if (name === '__typename' || (isQuery && ownFields.has(name))) continue;
      if (++this.#looks > maxLooks) throw new TooLarge();
      const sources = isQuery ? this.#roots(name) : this.sources(type.name, name, from);
      const field = { type: type.name, name, nodes: group, provided };
      const { parts } = composition.types.get(type.name)?.fields.get(name) ?? {};
      const best =
        parts === undefined
          ? this.#bestOf(sources, field, { only: only?.get(key) })
          : this.#allOf(sources, field, parts.size);
      if (best === undefined) left.set(key, undefined);
      else if (best.outcome.left.size > 0) left.set(key, best.outcome.left.has('') ? undefined : best.outcome.left);
      if (best === undefined) continue;
      cost += best.outcome.cost;
      size += best.outcome.size;
      if (best.source.route !== undefined && asked.has(best.source.extension)) cost -= 1;
      if (best.source.route !== undefined) asked.add(best.source.extension);
    }
    return { left, cost, size };
  }

  /** All parts of a list that several extensions fill. Undefined where one of them cannot be given. */
  #allOf(sources: readonly Source[], asked: AskedField, count: number) {
    const [worst] = this.#ranked(sources, asked, {}).toReversed();
    return sources.length < count || worst === undefined || worst.outcome.left.size > 0 ? undefined : worst;
  }

  #bestOf(sources: readonly Source[], asked: AskedField, share: Share) {
    const [best] = this.#ranked(sources, asked, share);
    if (best === undefined || best.outcome.left.size === 0) return best;
    let { left } = best.outcome;
    for (const source of sources) {
      if (left.has('')) break;
      if (source !== best.source) left = this.#look(source, asked, { only: left }).left;
    }
    return { ...best, outcome: { ...best.outcome, left } };
  }
}

export interface AskedField {
  readonly type: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  /** What the object's extension gives of it because of `@provides`. */
  readonly provided: SelectionSetNode | undefined;
  /** A mutation must not be called twice. */
  readonly isMutation?: boolean;
}

function sizeOf(left: Leftover): number {
  let size = 0;
  for (const below of left.values()) size += below === undefined ? 1 : sizeOf(below);
  return size;
}
