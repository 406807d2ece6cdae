import { relative } from 'node:path';
import { type DocumentNode, type GraphQLResolveInfo, print } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type ExtensionId, extensionLogger, isPromise, outageOf, ownFiles } from '#base';
import { shopIn } from '#config';
import type { findAbsent, requireUses } from '#engine';
import type { Context, Database, Logger, QueryResult } from '#extension-api';
import { type Texts, textsIn } from '#extension-ui';
import type { Handover, Outbox, WrittenMail } from '#extensions';
import type { FileStore } from '#files';
import { InnerScope, type RequestScope } from '#http';
import { withOwnRoutes } from '#pages';
import { writeMail } from '#placement';
import { type DatabaseServer, handOver, refuseInTransaction } from '#postgres';
import { framesOf } from '#watchdog';
import type { Gateway } from './gateway.ts';

/** Deeper nested `context.query` calls count as an endless loop. */
const maxQueryDepth = 5;

interface ContextParts {
  readonly database: Pick<DatabaseServer, 'of'>;
  readonly urlsOf: (extension: ExtensionId, locale?: string) => Context['url'];
  /** Whether repeated statements are logged. */
  readonly development: boolean;
  /** Those that never change. */
  readonly facts: Pick<Context['shop'], 'locale' | 'locales'>;
  readonly shopOf: (scope: RequestScope) => Context['shop'];
  readonly textsOf: (extension: ExtensionId) => Texts;
  readonly settingsOf: (extension: ExtensionId, scope: RequestScope) => Context['settings'];
  readonly files: FileStore;
  readonly outboxOf: (extension: ExtensionId) => Outbox;
  /** A function, since the gateway is built after this. Only requests call it. */
  readonly gateway: () => InnerGateway;
}

/** The gateway as extensions see it by their contexts. Its documents and operations may have internal fields. */
export interface InnerGateway extends Pick<Gateway, 'documents' | 'execute' | 'extensions' | 'pages'> {
  readonly findAbsent: ReturnType<typeof findAbsent>;
  readonly requireUses: ReturnType<typeof requireUses>;
}

/** Creates the `Context` of one extension and request. */
export function createContextOf(parts: ContextParts): Gateway['contextOf'] {
  const shop: Shop = { ...parts, query: createShopQuery(parts.gateway) };
  return (extension, scope) => new ShopContext(shop, extension, scope);
}

interface Shop extends ContextParts {
  readonly query: ShopQuery;
}

/** Set by the class, whose scope no extension can read. */
let readDepth: (context: object) => number;

/** How many `context.query` calls the context's call is nested in. 0 for a context of another kind. */
export function depthOf(context: Context): number {
  return readDepth(context);
}

/** A class for speed: an object literal with getters takes ten times as long. A request creates one per extension. */
class ShopContext implements Context {
  static {
    readDepth = (context) => (#scope in context ? context.#scope.depth : 0);
  }

  readonly caller: Context['caller'];
  readonly url: Context['url'];
  readonly #shop: Shop;
  readonly #extension: ExtensionId;
  readonly #scope: RequestScope;
  #database: Database | undefined;
  #query: Context['query'] | undefined;
  #text: Context['text'] | undefined;
  #logger: Logger | undefined;

  constructor(shop: Shop, extension: ExtensionId, scope: RequestScope) {
    this.caller = scope.caller;
    // Most shops have one locale.
    this.url = shop.urlsOf(extension, shop.facts.locales.length === 1 ? undefined : scope.request.locale);
    this.#shop = shop;
    this.#extension = extension;
    this.#scope = scope;
  }

  get request(): Context['request'] {
    return this.#scope.request;
  }

  get visitor(): Context['visitor'] {
    return this.#scope.visitor;
  }

  get shop(): Context['shop'] {
    return shopIn(this.#shop.shopOf(this.#scope), this.#scope.request.locale);
  }

  get locale(): string {
    return this.#scope.request.locale ?? this.#shop.facts.locale;
  }

  get text(): Context['text'] {
    this.#text ??= textsIn(this.#shop.textsOf(this.#extension), this.shop);
    return this.#text;
  }

  get textIn(): Context['textIn'] {
    return (locale) => textsIn(this.#shop.textsOf(this.#extension), shopIn(this.#shop.shopOf(this.#scope), locale));
  }

  get settings(): Context['settings'] {
    return this.#shop.settingsOf(this.#extension, this.#scope);
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /** A bound function, so that an extension may destructure the context. */
  get query(): Context['query'] {
    this.#query ??= (document, variables) =>
      this.#shop.query({ extension: this.#extension, document }, variables, this.#scope);
    return this.#query;
  }

  get later(): Context['later'] {
    const outbox = this.#shop.outboxOf(this.#extension);
    return (...run) => handOver('later', this.database, async () => outbox.later(run, this.#scope));
  }

  get mesh(): Context['mesh'] {
    const extension = this.#extension;
    const ask = this.#shop.gateway().extensions.get(extension)?.askMesh;
    return async <Value>(field: string, args: Readonly<Record<string, unknown>>, info: GraphQLResolveInfo) => {
      if (ask === undefined) throw new Error(`context.mesh: the extension "${extension}" has no .meshrc.yaml`);
      return (await ask(field, args, { context: this, info })) as Value;
    };
  }

  get mail(): Context['mail'] {
    return (...mail) => handOver('mail', this.database, () => this.#writeMail(mail));
  }

  get database(): Database {
    this.#database ??= this.#openDatabase();
    return this.#database;
  }

  get files(): Context['files'] {
    return this.#shop.files.of(this.#extension, this.#scope.signal);
  }

  #writeMail(mail: WrittenMail): Promise<Handover> {
    const extension = this.#extension;
    const compose = this.#shop.gateway().extensions.get(extension)?.running.compose;
    return writeMail({ extension, compose, shop: this.shop }, mail);
  }

  #openDatabase(): Database {
    const { database: server, outboxOf } = this.#shop;
    const outbox: Outbox = { ...outboxOf(this.#extension), mail: (...mail) => this.#writeMail(mail) };
    const database = server.of(this.#extension, this.#scope.signal, this.#scope, outbox);
    return this.#shop.development ? noticeRepeats(database, this.logger) : database;
  }

  get logger(): Context['logger'] {
    this.#logger ??= extensionLogger(this.#scope.logger, this.#extension);
    return this.#logger;
  }
}

interface Asked {
  readonly extension: ExtensionId;
  readonly document: string | DocumentNode;
}

type ShopQuery = <Data>(
  asked: Asked,
  variables: Readonly<Record<string, unknown>> | undefined,
  scope: RequestScope,
) => Promise<QueryResult<Data>>;

/** The most texts with links that are kept. A text is part of the code, so a shop has few. */
const linkingTexts = 500;

function createShopQuery(gateway: ContextParts['gateway']): ShopQuery {
  const texts = new WeakMap<DocumentNode, string>();
  const linking = new LRUCache<string, string>({ max: linkingTexts });
  const textOf = (document: string | DocumentNode): string => {
    if (typeof document === 'string') return document;
    const text = texts.get(document) ?? print(document);
    texts.set(document, text);
    return text;
  };
  const prepare = ({ extension, document }: Asked) => {
    const text = textOf(document);
    const { documents, pages } = gateway();
    const prepared = documents.prepare(text);
    // Most texts have no link, and need no search for one.
    if (prepared.kind === 'invalid' || !text.includes('routeId')) return prepared;
    const key = `${extension} ${text}`;
    const linked = linking.get(key) ?? print(withOwnRoutes(prepared.document, extension, pages.ownRoutes));
    linking.set(key, linked);
    return documents.prepare(linked);
  };

  return async <Data>(asked: Asked, variables: Readonly<Record<string, unknown>> | undefined, scope: RequestScope) => {
    refuseInTransaction('context.query');
    if (scope.depth >= maxQueryDepth) {
      throw new Error(
        `context.query is nested more than ${maxQueryDepth} deep: an extension asks for what it is asked`,
      );
    }
    const prepared = prepare(asked);
    if (prepared.kind === 'invalid') {
      const absent = gateway().findAbsent(asked.extension, textOf(asked.document));
      if (absent !== undefined) return absentAnswer(absent);
      // The document comes from code, so an invalid one is a bug of the extension.
      throw new Error(`context.query: ${prepared.errors.map(({ message }) => message).join(' ')}`);
    }
    const inner = gateway();
    inner.requireUses(asked.extension, prepared.document);
    const answer = inner.execute({
      document: prepared.document,
      text: prepared.text,
      variables,
      scope: new InnerScope(scope, scope.depth + 1),
    });
    if (isPromise(answer)) scope.asks?.(answer);
    const result = await answer;
    if (result.errors !== undefined) scope.outage ??= outageOf(new AggregateError(result.errors));
    return result as QueryResult<Data>;
  };
}

/** Of an operation with an optional field that no enabled extension gives: none of it has run. */
function absentAnswer(absent: string): QueryResult<never> {
  const message = `context.query: no enabled extension has "${absent}". Look at "absent" of the answer before its data.`;
  return { data: null, errors: [{ message }], absent };
}

/** One operation may run the same statement so often before it looks like one query for each parent. */
const often = 10;
/** Characters of a statement in the log. */
const longestText = 200;

/** In development: logs when one operation runs the same statement more than ten times, and where in the code. */
function noticeRepeats(database: Database, logger: Logger, counts = new Map<string, number>()): Database {
  return {
    query(text, values) {
      const times = (counts.get(text) ?? 0) + 1;
      counts.set(text, times);
      if (times === often + 1) report(text, logger);
      return database.query(text, values);
    },
    transaction: (work) =>
      database.transaction((transaction) => work({ ...transaction, ...noticeRepeats(transaction, logger, counts) })),
  };
}

function report(text: string, logger: Logger): void {
  const frame = framesOf(new Error('for its stack')).find(
    ({ file }) => !file.startsWith('node:') && !file.startsWith(ownFiles.codeFolder),
  );
  logger.warn('the same statement runs again and again', {
    code: 'STATEMENT_REPEATED',
    moreThan: often,
    statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText),
    where: frame === undefined ? undefined : `${relative(process.cwd(), frame.file)}:${frame.line}`,
    fix: 'Ask once for all parents: write the resolver as { batch } and the statement with "= any($1)".',
  });
}
