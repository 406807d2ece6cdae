import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { didYouMean, type ExtensionId, errorFinding, type Finding, stoaVersion } from '#base';
import type { Composition, ExtensionSdl, UsedField } from '../../subschema/composition.ts';
import { writtenFields } from '../../subschema/written-fields.ts';
import type { TypeOwner } from './check-types.ts';

/** By type, and by `Type.field`: extensions that are not enabled. */
type Disabled = ReadonlyMap<string, TypeOwner>;

/** Whether an extension may ask for a field. It may ask for internal fields of its own, and for those in its `uses`. */
function mayAsk(
  { id, uses = [] }: Pick<ExtensionSdl, 'id' | 'uses'>,
  field: string,
  { internal }: Pick<Composition, 'internal'>,
): boolean {
  return !internal.has(field) || internal.get(field) === id || uses.some((one) => one.field === field);
}

/**
 * Every used field is there, unless it is optional, and internal. No `@requires` or `@provides` names an internal field
 * without `uses`.
 */
export function checkUses(
  manifests: readonly ExtensionSdl[],
  composition: Composition,
  disabled: Disabled,
): readonly Finding[] {
  if (composition.internal.size === 0 && manifests.every(({ uses = [] }) => uses.length === 0)) return [];
  const named = manifests.flatMap(({ uses = [] }) => uses.flatMap((one) => checkUse(one, composition, disabled)));
  return [...named, ...manifests.flatMap((manifest) => undeclared(manifest, composition))];
}

function checkUse(
  { field, where, isOptional = false }: UsedField,
  { internal, types }: Composition,
  disabled: Disabled,
): readonly Finding[] {
  if (internal.has(field) && field.includes('.')) return [];
  const [type = '', name = ''] = field.split('.');
  if (types.get(type)?.fields.has(name)) {
    // Every extension may ask for it, and this one works without it.
    if (isOptional) return [];
    const what = `uses "${field}", which is not internal: every extension may ask for it`;
    return [{ code: 'USES_NOT_INTERNAL', severity: 'warning', where, what, fix: 'Take it out of "uses".' }];
  }
  if (isOptional) return [];
  const owner = disabled.get(field);
  const known = [...internal.keys()].filter((one) => one.includes('.'));
  return [
    errorFinding('USES_UNKNOWN', {
      where,
      what: `uses "${field}", which ${owner === undefined ? 'no enabled extension has' : `the extension "${owner.id}" has, but "${owner.id}" is not enabled`}`,
      fix: owner === undefined ? didYouMean(field, known) : `Enable "${owner.id}" in gateway.yaml.`,
      ...(owner === undefined ? {} : { related: [owner.declaredAt] }),
    }),
  ];
}

/** The optional field in an invalid document of `context.query` that no enabled extension gives. */
export function findAbsent(
  manifests: readonly ExtensionSdl[],
  { internal }: Composition,
): (extension: ExtensionId, document: string) => string | undefined {
  return (extension, document) => {
    const { uses = [] } = manifests.find(({ id }) => id === extension) ?? {};
    const absent = uses.filter(({ field, isOptional = false }) => isOptional && !internal.has(field));
    return absent.find(({ field }) => new RegExp(`\\b${field.split('.')[1]}\\b`).test(document))?.field;
  };
}

/**
 * Throws for an internal field in a document of `context.query` that the extension's package.json does not name.
 * `schema` is the one that the documents were validated with.
 */
export function requireUses(
  manifests: readonly ExtensionSdl[],
  composition: Composition,
  schema: GraphQLSchema,
): (extension: ExtensionId, document: DocumentNode) => void {
  const { internal } = composition;
  // Without an internal field there is nothing to look for.
  if (internal.size === 0) return () => undefined;
  const asked = new WeakMap<DocumentNode, readonly string[]>();
  return (extension, document) => {
    const fields = asked.get(document) ?? [...usedFields(document, schema).keys()].filter((name) => internal.has(name));
    // A document that no cache keeps is not kept here either.
    if (!('passing' in document)) asked.set(document, fields);
    if (fields.length === 0) return;
    const { uses } = manifests.find(({ id }) => id === extension) ?? {};
    const refused = fields.find((field) => !mayAsk({ id: extension, uses }, field, composition));
    if (refused === undefined) return;
    throw new Error(
      `context.query: "${refused}" is internal, and the extension "${extension}" does not use it. ${usesFix(refused)}`,
    );
  };
}

/** Internal fields of others in the `@requires` and `@provides` of an extension that does not use them. */
function undeclared(manifest: ExtensionSdl, composition: Composition): readonly Finding[] {
  const written = writtenFields(manifest.sdl);
  return [...written].flatMap(([coordinate, { type, field, where }]) =>
    selectionsOf(manifest.id, { type, field }, composition).flatMap(([parent, selection]) => {
      const { schema } = composition;
      const asked = [...usedFields(selection, schema, schema.getType(parent)).keys()];
      return asked
        .filter((name) => !mayAsk(manifest, name, composition))
        .map((name) =>
          errorFinding('USES_MISSING', {
            where,
            what: `"${coordinate}" needs "${name}", which is internal, and ${manifest.id} does not use it`,
            fix: usesFix(name),
          }),
        );
    }),
  );
}

/** What to write so that an extension may ask for an internal field. */
function usesFix(field: string): string {
  return `Add "${field}" to "uses" in its package.json, beside "version": "stoa": { "version": "^${stoaVersion}", "uses": ["${field}"] }.`;
}

/** What a field's `@requires` and `@provides` select; or the first of them alone. */
export function selectionsOf(
  extension: ExtensionId,
  { type, field }: { readonly type: string; readonly field: string },
  { types, schema }: Composition,
  only?: 'requires',
): readonly (readonly [type: string, selection: SelectionSetNode])[] {
  const composed = types.get(type)?.fields.get(field);
  const parent = schema.getType(type);
  const returned = isObjectType(parent) ? parent.getFields()[field]?.type : undefined;
  const requires = composed?.requires.get(extension);
  const provides = only === undefined ? composed?.provides.get(extension) : undefined;
  return [
    ...(requires === undefined ? [] : [[type, requires] as const]),
    ...(provides === undefined || returned === undefined ? [] : [[getNamedType(returned).name, provides] as const]),
  ];
}

/** The fields that a document, or a selection on a type, asks for, as `Type.field`, each with its first offset. */
export function usedFields(
  node: DocumentNode | SelectionSetNode,
  schema: GraphQLSchema,
  type?: GraphQLNamedType,
): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  const info = new TypeInfo(schema, isCompositeType(type) ? type : undefined);
  visit(
    node,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: ({ loc }) => {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        const name = parent && field && `${parent.name}.${field.name}`;
        if (name && !fields.has(name)) fields.set(name, loc?.start ?? 0);
      },
    }),
  );
  return fields;
}
