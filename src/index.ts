/**
 * For programs that open a shop themselves instead of running `stoa start`:
 *
 *     const config = await loadConfig('gateway.yaml', { environment: process.env });
 *     const running = await startGateway(config, { logger: createLogger('info'), development: false });
 *     await running.close();
 */
export { createLogger, type Logger } from './base/logger.ts';
export { RequestError } from './base/request-error.ts';
export { type Finding, type Place, StartupError } from './base/startup-error.ts';
export type { Config } from './config/config.ts';
export { loadConfig } from './config/load-config.ts';
export { readConfig } from './config/read-config.ts';
export { type RunningGateway, type StartGatewayOptions, startGateway } from './server/start-gateway.ts';
