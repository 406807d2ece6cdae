/**
 * What the kit (`@stoa/kit`) takes of the core, as `stoa/tooling`. It is released in step with the kit, and promises nothing to
 * others.
 */
export { issueToken } from '#auth';
export {
  compareText,
  createAjv,
  createLogger,
  deployFolder,
  didYouMean,
  type ExtensionId,
  errorCode,
  errorFinding,
  errorMessage,
  type Finding,
  isExtensionId,
  isObject,
  isPromise,
  type Logger,
  type Place,
  pathExists,
  placeOfKey,
  positionAt,
  StartupError,
  schemaProblems,
  stoaVersion,
  throwIfErrors,
} from '#base';
export { isBuildFailure, writeAtomically } from '#bundle';
export {
  type AloneExtension,
  type AloneOptions,
  type CheckedWire,
  checkShop,
  diffExitCode,
  exitCode,
  findingsJson,
  type Kit,
  printReport,
  type ShopToLint,
  withDatabase,
  writeOutput,
} from '#cli';
export {
  type Config,
  configValues,
  type JwtConfig,
  loadConfig,
  type PageConfig,
  pathShape,
  placeInConfig,
  readConfig,
} from '#config';
export {
  type CollectedTypes,
  type Composition,
  describeSubschema,
  directivesOf,
  type FieldGuard,
  fieldSetOf,
  namedTypeOf,
  placeOf,
  type ResolverCall,
  type ResolverFile,
  type ResolverPlace,
  rootTypes,
  type Subgraph,
  selectedNames,
  type TypePart,
  wrapResolvers,
  writtenFields,
} from '#engine';
export {
  collectFindings,
  discoverExtensions,
  type EndpointManifest,
  type ExtensionManifest,
  type JsonSchema,
  migrationChecksum,
  migrationMark,
  type PageComponentFile,
  readExtension,
  readJsonFile,
  releasedName,
  resolveExtension,
  type SqlFile,
  schemaType,
} from '#extensions';
export {
  type Assembly,
  assemble,
  composeShop,
  coreSchema,
  type Gateway,
  readManifests,
  type Survey,
  surveyShop,
  type WirePair,
  withWirePair,
} from '#gateway';
export type { PersistedSource } from '#graphql';
export {
  type BuiltPage,
  composeOperations,
  everyPage,
  lowerAreas,
  notFoundPage,
  type PageComponent,
  pageGroups,
  parseQueryText,
  QueryText,
  shellAreas,
} from '#pages';
export { type StartExtension, type WireFinding, withResolvers } from '#placement';
export {
  type AdminQuery,
  type ConnectionSettings,
  cloneDatabase,
  type DatabaseServer,
  openTemporaryServer,
  type TemporaryServer,
  unmarkedFindings,
} from '#postgres';
export { type AcceptedClients, type RunningServed, startServed } from '#serve';
export { type RunningGateway, type RunningShop, startGateway } from '#server';
