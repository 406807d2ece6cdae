/**
 * The open shop: listen, dispatch, shed load, reload, keep generations, stop.
 * Imports all rooms below it.
 */
export { type AdminServices, openAdminServices, watchDatabase } from './admin-services.ts';
export { type Timeouts, timeoutsOf } from './connections/timeouts.ts';
export { type ControlRequest, type FoundGateway, findGateways, openControl } from './control-socket.ts';
export type { RequestHandlers } from './dispatch.ts';
export type {
  BuildRequest,
  BuiltGeneration,
  GenerationHost,
  KeptSource,
  ServedGeneration,
} from './generations/generation-host.ts';
export { Generations } from './generations/generations.ts';
export { KeptGenerations } from './generations/kept-generations.ts';
export { replaceGateway } from './generations/local-host.ts';
export { ProjectWatch } from './generations/project-watch.ts';
export { buildNextGateway, migrateNext, type ReloadParts, readNextConfig } from './generations/reload.ts';
export { guardProcess } from './guard-process.ts';
export { migrateAsAdministrator } from './migrate-as-administrator.ts';
export { handlers, type RunningGateway, type RunningShop, startGateway } from './start-gateway.ts';
export { type RunningServer, serveClients, startServer } from './start-server.ts';
export { createStop, type StopOptions } from './stop-gateway.ts';
