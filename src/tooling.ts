/**
 * What the kit (`@stoa/kit`) takes of the core, as `stoa/tooling`. It is released in step with the kit, and promises nothing to
 * others.
 */
export { issueToken } from '#auth';
export { type ExtensionId, type Finding, type Logger, MemoizeLast, type Place, StartupError, compareText, createAjv, createLogger, didYouMean, errorCode, errorFinding, errorMessage, extensionApiUrl, fixOfProblem, inspectValue, isExtensionId, isObject, isPromise, pathExists, pointerKeys, positionAt, schemaProblems, splitSuggestion, stoaVersion, throwIfErrors } from '#base';
export { type Bundle, buildExtensions, importBundle, isBuildFailure, loadTimeoutMs, watchLoad, writeAtomically } from '#bundle';
export { type Config, type JwtConfig, type PageConfig, configValues, loadConfig, pathShape, placeInConfig, readConfig } from '#config';
export { type CollectedTypes, type Composed, type Composition, type FieldGuard, type ResolverCall, type ResolverFile, type ResolverPlace, type Subgraph, type TypePart, collectTypes, composeGraphql, describeResolvers, directivesOf, draftSubschema, fieldSetOf, hasDirective, namedTypeOf, neededFields, placeOf, rootTypes, selectedNames, withoutHidden, wrapResolvers, writtenFields } from '#engine';
export { type EndpointManifest, type ExtensionManifest, type HandlerFile, type JsonSchema, type PageComponentFile, type SqlFile, collectFindings, discoverExtensions, migrationChecksum, migrationMark, migrationNumber, readExtension, readJsonFile, releasedName, resolveExtension, schemaType, withoutMarks } from '#extensions';
export { type Assembly, type Gateway, assemble, buildGateway, coreSchema, createSharedParts } from '#gateway';
export { type PersistedSource, readPersisted } from '#graphql';
export { MeshPool, withMeshSdl } from '#mesh';
export { type BuiltPage, type DescribedComponent, type PageComponent, QueryText, composeOperations, describeComponent, everyPage, lowerAreas, notFoundPage, pageGroups, parseQueryText, readComponents, shellAreas } from '#pages';
export { type RunningExtension, type StartExtension, type StartParts, type WireFinding, checkWire, fieldAt, startInProcess, wireFinding } from '#placement';
export { type AdminQuery, type ConnectionSettings, type DatabaseServer, connect, openDatabase, unmarkedFindings } from '#postgres';
export { checkForms, routeCollisions } from '#rest';
export { type AcceptedCallers, type RunningServed, startServed } from '#serve';
export { type RunningGateway, type RunningShop, startGateway } from '#server';
