import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Composition, ExtensionManifest } from 'stoa/tooling';

/** The schema elements that a document uses. */
export interface DocumentUses {
  /**
   * By schema coordinate (`Product`, `Product.price`, `Query.products.first`, `Form.POWDER`): the offset of the
   * first use.
   */
  readonly coordinates: ReadonlyMap<string, number>;
  /** Calls of `Query.url` that name a route or page. */
  readonly links: readonly LinkUse[];
}

export interface LinkUse {
  /** `addReview`, `reviews.addReview`, `productPage`. */
  readonly name: string;
  /** Names of the given parameters. Undefined when they are not literal. */
  readonly params: readonly string[] | undefined;
  readonly offset: number;
}

/** Collects the schema elements that a document uses. Ignores names that the schema does not have. */
export function documentUses(document: DocumentNode, schema: GraphQLSchema): DocumentUses {
  const coordinates = new Map<string, number>();
  const links: LinkUse[] = [];
  const info = new TypeInfo(schema);
  const note = (coordinate: string | undefined, offset: number | undefined): void => {
    if (coordinate !== undefined && !coordinates.has(coordinate)) coordinates.set(coordinate, offset ?? 0);
  };
  const fieldName = (): string | undefined => {
    const [parent, field] = [info.getParentType(), info.getFieldDef()];
    return parent && field ? `${parent.name}.${field.name}` : undefined;
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: (node) => {
        const coordinate = fieldName();
        note(coordinate, node.loc?.start);
        note(getNamedType(info.getType())?.name, node.loc?.start);
        if (coordinate !== 'Query.url') return;
        const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
        const route = given.get('routeId');
        if (route?.kind !== Kind.STRING) return;
        const params = given.get('params');
        links.push({
          name: route.value,
          params:
            params === undefined
              ? []
              : params.kind === Kind.OBJECT
                ? params.fields.map((f) => f.name.value)
                : undefined,
          offset: node.loc?.start ?? 0,
        });
      },
      [Kind.ARGUMENT]: (node) => {
        const field = fieldName();
        if (field !== undefined) note(`${field}.${node.name.value}`, node.loc?.start);
        note(getNamedType(info.getInputType())?.name, node.loc?.start);
      },
      [Kind.OBJECT_FIELD]: (node) => {
        const parent = getNamedType(info.getParentInputType());
        if (isInputObjectType(parent)) note(`${parent.name}.${node.name.value}`, node.loc?.start);
      },
      [Kind.ENUM]: (node) => {
        const type = getNamedType(info.getInputType());
        if (type) note(`${type.name}.${node.value}`, node.loc?.start);
      },
      [Kind.NAMED_TYPE]: (node) => note(node.name.value, node.loc?.start),
    }),
  );
  return { coordinates, links };
}

/** Internal fields in a document that `context.query` refuses the extension, each with the offset of its first use. */
export function refusedFields(
  document: DocumentNode,
  { id, uses }: Pick<ExtensionManifest, 'id' | 'uses'>,
  { inner, internal }: { readonly inner: GraphQLSchema; readonly internal: Composition['internal'] },
): ReadonlyMap<string, number> {
  if (internal.size === 0) return new Map();
  const mayAsk = (name: string): boolean => internal.get(name) === id || uses.some(({ field }) => field === name);
  const asked = [...documentUses(document, inner).coordinates];
  return new Map(asked.filter(([name]) => name.includes('.') && internal.has(name) && !mayAsk(name)));
}

export const noUses: DocumentUses = { coordinates: new Map(), links: [] };
