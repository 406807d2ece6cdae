/**
 * What the kit (`@stoa/kit`) takes of the core, as `stoa/tooling`. It is released in step with the kit, and promises
 * nothing to others.
 */
export { issueToken, issueVisitor } from '#auth';
export {
  compareText,
  createAjv,
  createLogger,
  didYouMean,
  type ExtensionId,
  editDistance,
  errorCode,
  errorFinding,
  errorMessage,
  type Finding,
  type FindingCode,
  isExtensionId,
  isObject,
  type Logger,
  ownFiles,
  type Place,
  placeOfKey,
  pointerKeys,
  positionAt,
  StartupError,
  stoaVersion,
  throwIfErrors,
} from '#base';
export { writeAtomically } from '#bundle';
export { checkShop, exitCode, findingsJson, type Kit, printReport, progress, withDatabase, writeOutput } from '#cli';
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
  type Answer,
  buildSubschema,
  type ComposedField,
  type Composition,
  composeGraphql,
  describeResolvers,
  describeSubschema,
  directivesOf,
  type ExecutableSubschema,
  type FieldGuard,
  fieldSetOf,
  namedTypeOf,
  placeOf,
  type Question,
  type ResolverCall,
  type ResolverCoordinate,
  type ResolverFile,
  rootTypes,
  selectedNames,
  type TypePart,
  wrapResolvers,
  writtenFields,
} from '#engine';
export {
  type ArgumentKind,
  collectFindings,
  discoverExtensions,
  type EndpointManifest,
  type ExtensionManifest,
  eventName,
  type JobManifest,
  type JsonSchema,
  migrationChecksum,
  migrationMark,
  readExtension,
  readJsonFile,
  releasedName,
  resolveExtension,
  type SqlFile,
} from '#extensions';
export {
  type Assembly,
  assemble,
  composeShop,
  coreSchema,
  type Gateway,
  type Survey,
  surveyShop,
  withGateways,
} from '#gateway';
export {
  type BuiltPage,
  composeOperations,
  everyPage,
  gatewayAreas,
  notFoundPage,
  type PageComponent,
  parseQueryText,
  QueryText,
  type RenderComponents,
} from '#pages';
export {
  type ExtensionDescription,
  type RunningExtension,
  type StartExtension,
  type StartParts,
  startInProcess,
  toWireError,
} from '#placement';
export {
  type ConnectionSettings,
  type DatabaseServer,
  openTemporaryServer,
  unmarkedFindings,
} from '#postgres';
export type { RestExchange } from '#rest';
export { startServed } from '#serve';
export { cloneShopDatabase, type RunningGateway, type RunningShop, startGateway } from '#server';
export type {
  ExtensionOptions,
  PageAnswer,
  RequestOptions,
  TestDeadLetter,
  TestExtension,
  TestGateway,
  TestOptions,
  TestRequests,
} from './testing-types.ts';
