import { type FieldNode, isObjectType, Kind } from 'graphql';
import type { Share } from './choose-source.ts';
import { resolversOf } from './field-facts.ts';
import { typeAlias } from './field-routes.ts';
import type { FieldRequest } from './make-field.ts';
import type { FieldPlan, LevelPlan, NeedPlan, OutputPlan, OwnerPlan, StepPlan } from './operation-plan.ts';

/** Owns the fields that belong to no extension. */
export const gatewayOwner: OwnerPlan = {
  extension: undefined,
  subschema: undefined,
  backEnd: undefined,
  calls: undefined,
};

export interface StepDraft extends StepPlan {
  fields: FieldPlan[];
  needs: NeedDraft[];
}

export type Draft<Plan> = { -readonly [Key in keyof Plan]: Plan[Key] };

export interface NeedDraft extends NeedPlan {
  readonly wantedBy: FieldPlan[];
}

export type StepParts = Pick<StepPlan, 'owner' | 'kind'> & Partial<Pick<StepPlan, 'reference' | 'typename'>>;

/** A step without fields, for objects of a type. */
export function draftStep(type: string, parts: StepParts): StepDraft {
  const { kind, owner, reference, typename = type } = parts;
  return {
    owner,
    kind,
    reference,
    typename,
    fields: [],
    needs: [],
    isCall: kind !== 'own' && (reference !== undefined || owner.backEnd?.gives === 'answers'),
    isTypeOf: kind === 'entities' ? checkOf(owner, typename) : undefined,
    code: undefined,
  };
}

/** A response key whose value is `__typename`, or which another extension gives. */
export function bareOutput(key: string, elsewhere: boolean): OutputPlan {
  return { key, field: undefined, others: undefined, parts: undefined, elsewhere };
}

/** A response key with the fields that give its value: one, several that know the same objects, or several lists. */
export function outputOf(key: string, fields: readonly FieldPlan[], areParts: boolean): OutputPlan {
  const [field, ...others] = fields;
  return {
    key,
    field,
    others: others.length > 0 && !areParts ? others : undefined,
    parts: areParts ? fields : undefined,
    elsewhere: false,
  };
}

export type Asked = Pick<FieldRequest, 'key' | 'nodes' | 'hidden'> & { readonly share: Share | undefined };

export function shareOf(key: string, { skip, only }: Share): Share | undefined {
  const share = { skip: skip?.get(key), only: only?.get(key) };
  return share.skip === undefined && share.only === undefined ? undefined : share;
}

export function checkOf(owner: OwnerPlan, type: string): LevelPlan['isTypeOf'] {
  const view = resolversOf(owner) === undefined ? undefined : owner.subschema?.schema.getType(type);
  return isObjectType(view) ? (view.isTypeOf ?? undefined) : undefined;
}

/** Whether the client's own selection of a key can serve as the key. */
export function isPlainLeaf({ child, nodes }: FieldPlan): boolean {
  return child === undefined && (nodes[0]?.arguments ?? []).length === 0;
}

/** The field of a step that asks only for its objects' types. */
export function typenameField(like: FieldPlan, owner: OwnerPlan): FieldPlan {
  const name = '__typename';
  const node: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } };
  return {
    ...like,
    key: typeAlias,
    name,
    property: typeAlias,
    nodes: [node],
    owner,
    hidden: true,
    resolver: undefined,
  };
}
