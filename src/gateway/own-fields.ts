import { type DocumentNode, parse, Source } from 'graphql';
import { isObject } from '#base';
import type { stitchGateway } from '#engine';
import type { createUrlBuilders } from '#rest';

/** The gateway's own types. Extensions refer to them without defining them. */
export const coreSchema: DocumentNode = parse(
  new Source(
    `
"Where a page of a connection lies."
type PageInfo {
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
  endCursor: String
}

"Values for the parameters of a route: an object, as a literal or a variable."
scalar URLParams

type Query {
  "The address of a route or page, values percent-encoded."
  url(routeId: String!, params: URLParams): String
}
`,
    'the core schema of the gateway',
  ),
);

/** The resolvers of the gateway's own root fields. */
export function ownFields(
  urlsOf: ReturnType<typeof createUrlBuilders>,
): NonNullable<Parameters<typeof stitchGateway>[0]['ownFields']> {
  return new Map([
    [
      'url',
      ({ routeId, params }, scope) =>
        urlsOf(undefined, scope.request?.locale)(String(routeId), isObject(params) ? params : {}),
    ],
  ]);
}
