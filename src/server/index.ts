/**
 * The open shop: listen, dispatch, shed load, reload, keep generations, stop.
 * Imports all rooms below it.
 */
export type { Timeouts } from './connections/timeouts.ts';
export { askControl, type ControlRequest, openControl } from './control-socket.ts';
export { Generations } from './generations/generations.ts';
export { ProjectWatch } from './generations/project-watch.ts';
export { guardProcess } from './guard-process.ts';
export { migrateAsAdministrator } from './migrate-as-administrator.ts';
export { handlers, type RunningGateway, startGateway } from './start-gateway.ts';
export { type RunningServer, startServer } from './start-server.ts';
export type { StopOptions } from './stop-gateway.ts';
