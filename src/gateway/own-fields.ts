import { type DocumentNode, parse, Source } from 'graphql';
import { badInput, isObject, RequestError } from '#base';
import type { stitchGateway } from '#engine';
import type { createUrlBuilders } from '#rest';
import type { ShopSettings } from './calls/shop-settings.ts';

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

const settingsSchema: DocumentNode = parse(
  new Source(
    `
"Values of settings by name: an object, as a literal or a variable."
scalar SettingValues

type Query {
  """
  All live settings by extension, and then by name, each with its value and its JSON Schema. The facts about the shop are
  under "@shop".
  """
  liveSettings: SettingValues! @requiresScopes(scopes: [["stoa:settings"]])
  """
  All permissions that the shop's extensions and pages name, such as "reviews:moderate". For extensions, and for callers
  with stoa:settings.
  """
  shopPermissions: [String!]!
}

type Mutation {
  """
  Sets live settings of an extension, or facts about the shop itself: all of these, or none. Null goes back to the
  default. Answers all that it has.
  """
  changeSettings(extension: String, values: SettingValues!): SettingValues!
    @requiresScopes(scopes: [["stoa:settings"]])
}
`,
    'the core schema of the gateway',
  ),
);

/** Those of a shop, which can also change its settings. */
export const shopSchema: DocumentNode = {
  ...coreSchema,
  definitions: [...coreSchema.definitions, ...settingsSchema.definitions],
};

const permission = 'stoa:settings';

/** The engine guards fields of extensions alone. Throws RequestError UNAUTHENTICATED 401, and FORBIDDEN 403. */
function requirePermission(caller: unknown, field: string): string {
  if (!isObject(caller) || typeof caller.id !== 'string' || !Array.isArray(caller.permissions))
    throw new RequestError('UNAUTHENTICATED', 401, `${field} needs a signed-in caller.`);
  if (caller.permissions.includes(permission)) return caller.id;
  throw new RequestError('FORBIDDEN', 403, `${field} needs the permission ${permission}.`);
}

type OwnFields = NonNullable<Parameters<typeof stitchGateway>[0]['ownFields']>;
type OwnField = OwnFields extends ReadonlyMap<string, infer Field> ? Field : never;

/** The resolvers of the gateway's own root fields. */
export function ownFields(
  urlsOf: ReturnType<typeof createUrlBuilders>,
  settings: Pick<ShopSettings, 'change' | 'list'>,
  permissions: () => readonly string[],
): ReadonlyMap<string, OwnField> {
  return new Map<string, OwnField>([
    [
      'url',
      ({ routeId, params }, scope) => {
        const values = params ?? {};
        if (!isObject(values)) throw badInput('"params" is no object.');
        return urlsOf(undefined, scope.request?.locale)(String(routeId), values);
      },
    ],
    [
      'liveSettings',
      (_args, { caller, request }) => {
        requirePermission(caller, 'Query.liveSettings');
        return settings.list(request?.locale);
      },
    ],
    [
      'shopPermissions',
      (_args, { caller, depth = 0 }) => {
        if (depth === 0) requirePermission(caller, 'Query.shopPermissions');
        return permissions();
      },
    ],
    [
      'changeSettings',
      ({ extension, values }, scope) => {
        const by = requirePermission(scope.caller, 'Mutation.changeSettings');
        if (!isObject(values)) throw badInput('"values" is no object.');
        const owner = typeof extension === 'string' ? extension : undefined;
        return settings.change(owner, values, { by, locale: scope.request?.locale, scope });
      },
    ],
  ]);
}
