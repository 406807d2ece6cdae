import { type FieldNode, isObjectType, Kind } from 'graphql';
import type { Share } from './choose-source.ts';
import { resolversOf } from './field-facts.ts';
import { typeAlias } from './field-routes.ts';
import type { FieldRequest } from './make-field.ts';
import type { FieldPlan, LevelPlan, OwnerPlan } from './operation-plan.ts';

export type Asked = Pick<FieldRequest, 'key' | 'nodes' | 'hidden'> & { readonly share: Share | undefined };

export function shareOf(key: string, { skip, only }: Share): Share | undefined {
  const share = { skip: skip?.get(key), only: only?.get(key) };
  return share.skip === undefined && share.only === undefined ? undefined : share;
}

/** `isTypeOf` of the extension. */
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
