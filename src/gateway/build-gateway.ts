import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { createAuthenticator, createIdentifyCaller, createKeptForms, createSessions, refuseField } from '#auth';
import { type ExtensionId, type Logger, type MemoizeLast, yieldToEventLoop } from '#base';
import { type Config, shopIn } from '#config';
import { createEdge } from '#edge';
import { type Composition, findAbsent, requireUses, resolverBackEnd, stitchGateway } from '#engine';
import { inWords } from '#extension-error';
import { textsIn } from '#extension-ui';
import { createOutbox, type EndpointManifest, noOutbox } from '#extensions';
import { FileStore } from '#files';
import { CallClocks, type RequestScope } from '#http';
import { AssetHistory, type BuiltPage, buildPages, createAssetFolder } from '#pages';
import type { DatabaseServer } from '#postgres';
import { createUrlBuilders } from '#rest';
import { type CredentialRefusal, Telemetry } from '#telemetry';
import { entryOf, keepContext } from '#watchdog';
import type { Assembly } from './assemble.ts';
import { lookUpSubschema, openLookUps } from './calls/look-ups.ts';
import { OperationCalls, type OperationCallsParts } from './calls/operation-calls.ts';
import { createRunTask } from './calls/run-task.ts';
import { createShopSettings } from './calls/shop-settings.ts';
import { createContextOf, type InnerGateway } from './context-of.ts';
import type { Gateway } from './gateway.ts';
import { createDocumentTexts } from './graphql/documents/document-texts.ts';
import { allowsIntrospection } from './graphql/documents/introspection.ts';
import { createDocumentStore, type DocumentStore } from './graphql/documents/operation-documents.ts';
import { ownFields } from './own-fields.ts';
import { placeExtensions } from './place-extensions.ts';
import type { PlacedExtension } from './placed-extension.ts';
import { createSharedParts, type SharedParts } from './shared-parts.ts';

export interface BuildGatewayOptions {
  readonly logger: Logger;
  /** The extensions' data. Only requests use it. */
  readonly database: Pick<DatabaseServer, 'of' | 'sessions' | 'rates' | 'isCrowded' | 'trouble'> & {
    /** Where processes share built files. Undefined for a gateway that answers no clients. */
    readonly assets?: DatabaseServer['assets'] | undefined;
    /** What the shop changes while it runs. Undefined for a gateway that answers no clients. */
    readonly settings?: DatabaseServer['settings'] | undefined;
    /** Undefined for a gateway that runs all extensions in its process. */
    readonly handed?: DatabaseServer['handed'] | undefined;
    /** Where processes share texts of automatic persisted queries. */
    readonly queryTexts?: DatabaseServer['queryTexts'] | undefined;
  };
  readonly development: boolean;
  /** The telemetry of the process, when it has had a gateway before. */
  readonly telemetry?: Telemetry;
  /** Default: 1. */
  readonly generation?: number;
  /** Parts that the gateways of this process share. Default: none. */
  readonly shared?: SharedParts;
  /** Extends the contexts of extensions. The console uses it: its only extension is the gateway's own. */
  readonly widenContext?: ((contextOf: Gateway['contextOf']) => Gateway['contextOf']) | undefined;
}

/**
 * Builds a gateway from an assembly: runs the extensions' modules, composes their subschemas, and connects the
 * parts. Throws StartupError when a module throws or has wrong exports.
 */
export async function buildGateway(assembly: Assembly, options: BuildGatewayOptions): Promise<Gateway> {
  const { logger, database, shared = createSharedParts(), telemetry = new Telemetry() } = options;

  const placed = await placeExtensions(assembly, { logger, shared, database }).catch(async (error: unknown) => {
    await assembly.release();
    throw error;
  });
  const dispose = async (): Promise<void> => {
    await Promise.all([assembly.release(), ...placed.map((extension) => shared.pool.release(extension))]);
  };
  try {
    return await joinExtensions(assembly, placed, { ...options, shared, telemetry, dispose });
  } catch (error) {
    await dispose();
    throw error;
  }
}

type JoinOptions = Required<Pick<BuildGatewayOptions, 'logger' | 'database' | 'development' | 'shared' | 'telemetry'>> &
  Pick<BuildGatewayOptions, 'generation' | 'widenContext'> &
  Pick<Gateway, 'dispose'>;

async function joinExtensions(
  { config, manifests, composition, routes }: Assembly,
  placed: readonly PlacedExtension[],
  {
    logger,
    database,
    development,
    generation = 1,
    shared,
    telemetry,
    dispose,
    widenContext = (contextOf) => contextOf,
  }: JoinOptions,
): Promise<Gateway> {
  const extensions = new Map<ExtensionId, PlacedExtension>(placed.map((extension) => [extension.id, extension]));
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const urlsOf = createUrlBuilders({ endpoints, pages: config.pages, locales: config.shop.locales });
  const ownTexts = new Map(manifests.map((manifest) => [manifest.id, manifest.texts]));
  const textsOf = (extension: ExtensionId) => ownTexts.get(extension) ?? {};
  await database.settings?.follow();
  const settings = createShopSettings(config, manifests, database.settings);
  const outboxes = new Map(manifests.map((manifest) => [manifest.id, createOutbox(manifest)]));
  const outboxOf = (extension: ExtensionId) => outboxes.get(extension) ?? noOutbox;
  const files = new FileStore(config);
  const contextOf = widenContext(
    createContextOf({
      ...{ database, urlsOf, textsOf, outboxOf, development, files },
      settingsOf: settings.of,
      shopOf: settings.shopOf,
      facts: config.shop,
      gateway: () => inner,
    }),
  );
  const edge = await createEdge(config.server, { logger, table: database.rates, counters: shared.counters });
  const onRefused = (refusal: CredentialRefusal): void => telemetry.refusedCredentials.add(refusal);
  const sessions = createSessions({
    config: config.auth.session,
    store: database.sessions,
    edge,
    logger,
    endedOf: settings.endedOf,
    onRefused,
  });
  const authenticator = createAuthenticator(config, { logger, onRefused: () => onRefused('bearer invalid') });
  const calls: OperationCallsParts = { contextOf, callsOf: (extension) => extensions.get(extension)?.calls };
  await yieldToEventLoop();
  const fields = ownFields(urlsOf, settings, () => declared);
  const stitched = stitchGateway({
    composition,
    subschemas: [...placed.flatMap(({ subschema }) => subschema ?? []), ...lookUpSubschema(composition)],
    schemas: shared.schemas,
    ownFields: fields,
    begin: (scope: RequestScope) => new OperationCalls(calls, scope),
    refuse: refuseField,
    logger,
    observe: observeEngine(telemetry),
    inWords: (error, extension, { request }) =>
      inWords(error, textsIn(textsOf(extension), shopIn(config.shop, request?.locale))),
    backEndOf: ({ extension }) => extensions.get(extension)?.backEnd ?? resolverBackEnd,
  });

  await yieldToEventLoop();
  const { pages, assets, findings } = await buildPages({
    config,
    manifests,
    extensions,
    schema: stitched.schema,
    internal: composition.internal,
    ownFields: new Set(fields.keys()),
    ownerOf: (field) => composition.types.get('Query')?.fields.get(field)?.sources[0],
    development,
    shared,
  });

  const declared = declaredPermissions({ endpoints, composition, pages });
  const { limits } = config.graphql;
  const introspection = allowsIntrospection({ config, development });
  const { schema: costSchema, types } = composition;
  const storeOf = (stores: MemoizeLast<DocumentStore>, schema: GraphQLSchema): DocumentStore =>
    stores.recall([schema, costSchema, introspection, JSON.stringify(limits)], () =>
      createDocumentStore(schema, { limits, introspection, costSchema, types }),
    );
  const documents = storeOf(shared.documents, stitched.schema);
  const texts = await createDocumentTexts(config, documents, { store: database.queryTexts, logger });
  const assetHistory = assetHistoryOf(config, { database, logger, shared });
  const forgetAssets = await assetHistory?.keepWhileServing(assets);

  const inner: InnerGateway = {
    extensions,
    pages,
    // A text of a client never meets a document of an extension, which may have internal fields.
    documents: stitched.inner === stitched.schema ? documents : storeOf(shared.innerDocuments, stitched.inner),
    execute: (request) => keepContext(() => stitched.executeInner(request)),
    findAbsent: findAbsent(manifests, composition),
    requireUses: requireUses(manifests, composition, stitched.inner),
  };
  return {
    generation,
    debugHeader: development || config.server.debugHeaders ? String(generation) : undefined,
    config,
    logger,
    telemetry,
    development,
    manifests,
    extensions,
    routes,
    pages,
    assets,
    assetHistory,
    findings: [...findings, ...settings.findings],
    schema: stitched.schema,
    documents,
    texts,
    clocks: new CallClocks(),
    edge,
    authenticate: edge.rateLimits.guard(createIdentifyCaller(authenticator, sessions)),
    visitorOf: sessions.visitorOf,
    keptForms: createKeptForms(config.auth.session, edge.clientOf),
    sessionOf: sessions.open,
    plans: stitched.plans,
    execute: (request) => keepContext(() => stitched.execute(request)),
    executeLenient: (request) => keepContext(() => stitched.executeLenient(request)),
    lookUps: openLookUps(config, composition, { inner: stitched.inner, execute: inner.execute }),
    inner: { schema: stitched.inner, plans: stitched.innerPlans, execute: inner.execute },
    files,
    contextOf,
    shopOf: settings.shopOf,
    textsOf,
    runTask: createRunTask({ config, manifests, extensions, contextOf, logger, telemetry }),
    dispose: () => {
      forgetAssets?.();
      return dispose();
    },
  };
}

/** One for all generations, as long as gateway.yaml does not change it. */
function assetHistoryOf(
  { folder, server: { assets: limits } }: Config,
  { database: { assets: store }, logger, shared }: Pick<JoinOptions, 'database' | 'logger' | 'shared'>,
): AssetHistory | undefined {
  if (store === undefined || limits.keepHours === 0) return undefined;
  const { keepHours, keepMb } = limits;
  const sharedFolder = limits.folder === undefined ? undefined : resolve(folder, limits.folder);
  return shared.assets.recall([store, keepHours, keepMb, sharedFolder], () => {
    const where = sharedFolder === undefined ? store : createAssetFolder(sharedFolder);
    return new AssetHistory(where, { limits, logger });
  });
}

/** Counts the events of the engine, and notes whose code runs. */
function observeEngine(telemetry: Telemetry): Parameters<typeof stitchGateway>[0]['observe'] {
  const { operations, tracing } = telemetry;
  return {
    callsOf: (extension) => {
      const calls = telemetry.extension(extension).graphql;
      const enter = entryOf(extension);
      const begin = (): number => {
        enter();
        return calls.begin();
      };
      return { begin, end: (begun) => calls.end(begun), fail: () => calls.fail() };
    },
    tracing,
    began: (how) => {
      operations[how]++;
    },
    replayed: () => {
      telemetry.replayed++;
    },
  };
}

interface Declaring {
  readonly endpoints: readonly Pick<EndpointManifest, 'permissions'>[];
  readonly composition: Pick<Composition, 'guards'>;
  readonly pages: { readonly groups: ReadonlyMap<string, Pick<BuiltPage, 'permissions' | 'components'>> };
}

/** Each permission that a route, a field, a page or a component of the shop needs, in the order of the alphabet. */
function declaredPermissions({ endpoints, composition, pages }: Declaring): readonly string[] {
  const groups = [...pages.groups.values()];
  return [
    ...new Set([
      ...endpoints.flatMap(({ permissions }) => permissions),
      ...[...composition.guards.values()].flatMap(({ scopes }) => scopes.flat(2)),
      ...groups.flatMap(({ permissions }) => permissions),
      ...groups.flatMap(({ components }) => components.flatMap(({ permissions = [] }) => permissions)),
    ]),
  ].sort();
}
