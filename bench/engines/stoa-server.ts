/** (a) Stoa with all checks on: what `stoa start` does, without a database. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#base';
import { loadConfig } from '#config';
import { assemble, buildGateway, CurrentGateway } from '#gateway';
import { noDatabase } from '#postgres';
import { startServer } from '#server';

const secret = 'a secret that is only there for the benchmark, and long enough';
const environment = { ...process.env, STOA_JWT_SECRET: secret, STOA_SESSION_SECRET: secret };
const config = await loadConfig(join(import.meta.dirname, 'gateway.yaml'), { environment });
const stateFolder = mkdtempSync(join(tmpdir(), 'stoa-bench-'));
const logger = createLogger('warn');
const assembly = await assemble({ ...config, stateFolder });
const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
const server = await startServer({ current: new CurrentGateway(gateway) });
process.send?.(`${server.url}/graphql`);
// Whoever measures may be stopped, and nobody else would end the server.
process.on('disconnect', () => process.exit());
