import { type DocumentNode, print } from 'graphql';
import type { ExtensionId } from '../base/ids.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import type { Context, QueryResult } from '../extension-api.ts';
import type { Gateway, RequestScope } from './gateway.ts';
import type { BuildUrl } from './rest/url-builder.ts';

/** How many `context.query` calls may be nested in each other before one is taken for an endless loop. */
const maxQueryDepth = 5;

interface ContextParts {
  readonly database: Pick<DatabaseServer, 'of'>;
  readonly buildUrl: BuildUrl;
  /** The gateway that is being built: there is none yet when this is called, and always one when a request comes. */
  readonly gateway: () => Pick<Gateway, 'documents' | 'execute'>;
}

/** Makes the one thing that an extension's code gets of a request. */
export function createContextOf({ database, buildUrl, gateway }: ContextParts): Gateway['contextOf'] {
  const query = createShopQuery(gateway);
  return (extension: ExtensionId, scope: RequestScope): Context => ({
    request: scope.request,
    caller: scope.caller,
    signal: scope.signal,
    // Most requests touch neither of the two in most extensions.
    get database() {
      return database.of(extension);
    },
    get logger() {
      return scope.logger.child({ extension });
    },
    url: buildUrl,
    query: (document, variables) => query(document, variables, scope),
  });
}

type ShopQuery = <Data>(
  document: string | DocumentNode,
  variables: Readonly<Record<string, unknown>> | undefined,
  scope: RequestScope,
) => Promise<QueryResult<Data>>;

function createShopQuery(gateway: ContextParts['gateway']): ShopQuery {
  const texts = new WeakMap<DocumentNode, string>();
  const textOf = (document: string | DocumentNode): string => {
    if (typeof document === 'string') return document;
    const text = texts.get(document) ?? print(document);
    texts.set(document, text);
    return text;
  };

  return async <Data>(
    document: string | DocumentNode,
    variables: Readonly<Record<string, unknown>> | undefined,
    scope: RequestScope,
  ) => {
    if (scope.depth >= maxQueryDepth) {
      throw new Error(
        `context.query is nested more than ${maxQueryDepth} deep: an extension asks for what it is asked`,
      );
    }
    const prepared = gateway().documents.prepare(textOf(document));
    // The caller of context.query is code: a document that does not fit the schema is its bug, not an answer.
    if (prepared.kind === 'invalid')
      throw new Error(`context.query: ${prepared.errors.map(({ message }) => message).join(' ')}`);
    const result = await gateway().execute({
      document: prepared.document,
      variables,
      scope: nested(scope),
    });
    return result as QueryResult<Data>;
  };
}

// Getters of the scope (its logger) must stay getters: a spread would run them for every query.
function nested(scope: RequestScope): RequestScope {
  return Object.create(scope, { depth: { value: scope.depth + 1 } });
}
