/**
 * The open shop: listen, dispatch, shed load, reload, keep generations, stop.
 * Imports all rooms below it.
 */
export { cloneShopDatabase } from './clone-database.ts';
export { timeoutsOf } from './connections/timeouts.ts';
export { findGateways, openControl } from './control-socket.ts';
export type { GenerationHost, KeptSource } from './generations/generation-host.ts';
export { Generations } from './generations/generations.ts';
export { KeptGenerations } from './generations/kept-generations.ts';
export { replaceGateway } from './generations/local-host.ts';
export { ProjectWatch } from './generations/project-watch.ts';
export { buildNextGateway, migrateNext, readNextConfig } from './generations/reload.ts';
export { ShopQueue } from './generations/shop-queue.ts';
export { guardProcess } from './guard-process.ts';
export { handlers, serveRequest } from './handlers.ts';
export { migrateAsAdministrator } from './migrate-as-administrator.ts';
export { type RunningGateway, type RunningShop, startGateway } from './start-gateway.ts';
export { serveClients, startServer } from './start-server.ts';
export { createStop, type StopOptions } from './stop-gateway.ts';
