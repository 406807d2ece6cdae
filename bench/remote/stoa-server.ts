/** Stoa with all checks on, without a database. `PLACEMENTS` is JSON: by extension, its placement in gateway.yaml. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#base';
import { loadConfig } from '#config';
import { startGateway } from '#server';
import { benchState, environment } from './settings.ts';

const engines = join(import.meta.dirname, '../engines');
const placements: Readonly<Record<string, unknown>> = JSON.parse(process.env.PLACEMENTS ?? '{}');
const written = readFileSync(join(engines, 'gateway.yaml'), 'utf8').replaceAll(
  /resolve: \.\/extensions\/(\w+)/g,
  (_text, name: string) =>
    `resolve: ${join(engines, 'extensions', name)}, placement: ${JSON.stringify(placements[name] ?? 'in-process')}`,
);
const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-')), 'gateway.yaml');
writeFileSync(file, written);
const config = await loadConfig(file, { environment });
const { url } = await startGateway(
  { ...config, stateFolder: benchState() },
  { logger: createLogger('warn'), development: false },
);
process.send?.(`${url}/graphql`);
process.on('disconnect', () => process.exit());
