import { type ASTNode, type DocumentNode, Kind, visit } from 'graphql';
import type { EndpointManifest } from '#extensions';
import type { ComponentQuery } from './component-query.ts';

/** The names of each extension's routes. */
export type OwnRoutes = ReadonlyMap<string, ReadonlySet<string>>;

export function ownRoutesOf(endpoints: readonly Pick<EndpointManifest, 'extension' | 'routeId'>[]): OwnRoutes {
  const byExtension = Map.groupBy(endpoints, ({ extension }) => extension);
  return new Map([...byExtension].map(([id, own]) => [id, new Set(own.map(({ routeId }) => routeId))]));
}

/**
 * A document with full names in its links to the extension's own routes: `reviews.addReview` for `addReview`. So a
 * route of another extension, with the same name, changes no link.
 */
export function withOwnRoutes(document: DocumentNode, extension: string, routes: OwnRoutes): DocumentNode {
  const own = routes.get(extension);
  return own === undefined ? document : qualified(document, extension, own);
}

/** Like {@link withOwnRoutes}, for the query of a component. */
export function queryWithOwnRoutes(query: ComponentQuery, routes: OwnRoutes | undefined): ComponentQuery {
  const { extension } = query.component;
  const own = routes?.get(extension);
  if (own === undefined) return query;
  const fragments = [...query.fragments].map(([name, node]) => [name, qualified(node, extension, own)] as const);
  const selectionSet = qualified(query.selectionSet, extension, own);
  return { ...query, selectionSet, fragments: new Map(fragments) };
}

function qualified<Node extends ASTNode>(node: Node, extension: string, own: ReadonlySet<string>): Node {
  return visit(node, {
    [Kind.FRAGMENT_DEFINITION]: ({ typeCondition }) => (typeCondition.name.value === 'Query' ? undefined : false),
    // Only Query has the gateway's field. Fields below it are of extensions.
    [Kind.FIELD]: (field) => (field.name.value === 'url' ? undefined : false),
    [Kind.ARGUMENT]: (argument) => {
      const { name, value } = argument;
      if (name.value !== 'routeId' || value.kind !== Kind.STRING || !own.has(value.value)) return false;
      return { ...argument, value: { ...value, value: `${extension}.${value.value}` } };
    },
  });
}
