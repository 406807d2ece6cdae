/** (a) Stoa with all checks on: what `stoa start` does, without a database. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/base/logger.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { assemble } from '../../src/gateway/assemble.ts';
import { buildGateway } from '../../src/gateway/build-gateway.ts';
import { CurrentGateway } from '../../src/gateway/current-gateway.ts';
import { noDatabase } from '../../src/postgres/no-database.ts';
import { handlers } from '../../src/server/start-gateway.ts';
import { startServer } from '../../src/server/start-server.ts';

const secret = 'a secret that is only there for the benchmark, and long enough';
const environment = { ...process.env, STOA_JWT_SECRET: secret, STOA_SESSION_SECRET: secret };
const config = await loadConfig(join(import.meta.dirname, 'gateway.yaml'), { environment });
const stateFolder = mkdtempSync(join(tmpdir(), 'stoa-bench-'));
const logger = createLogger('warn');
const assembly = await assemble({ ...config, stateFolder });
const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
const server = await startServer({ current: new CurrentGateway(gateway), handlers });
process.send?.(`${server.url}/graphql`);
// Whoever measures may be stopped, and nobody else would end the server.
process.on('disconnect', () => process.exit());
