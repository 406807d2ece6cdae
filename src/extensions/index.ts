/**
 * Folders → manifests: names, route.json, SQL, SDL, `.meshrc.yaml`. Runs no code of an extension. Imports `base`,
 * `config` and a type of `engine`.
 */
export { discoverExtensions } from './discover-extensions.ts';
export type { JsonSchema } from './files/check-schema.ts';
export { readJsonFile } from './files/json-text.ts';
export { collectFindings } from './files/report.ts';
export type { EndpointManifest, ExtensionManifest, MeshManifest, SdlFile, SqlFile } from './manifest.ts';
export { migrationMark, migrationNumber } from './migration-mark.ts';
export { placeOfPage } from './pages/page-targets.ts';
export { withOwnPages } from './pages/with-own-pages.ts';
export { readExtension } from './read-extension.ts';
export { pictureTypes } from './read-files.ts';
export { migrationChecksum, releasedName } from './released-migrations.ts';
export { resolveExtension } from './resolve-extension.ts';
export { checkValues, noSettings, type StoredSettings, withLabels } from './settings/settings-values.ts';
export { createOutbox, type Handover, noOutbox, type Outbox, type WrittenMail } from './tasks/outbox.ts';
export { createPayloadCheck } from './tasks/payload-check.ts';
export { eventName } from './tasks/read-events.ts';
export type { JobManifest, JobSchedule } from './tasks/task-files.ts';
export { checkEvents } from './tasks/task-files.ts';
export type { ArgumentKind } from './texts/compile-message.ts';
