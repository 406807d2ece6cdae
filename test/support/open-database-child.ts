/**
 * A second process that uses the embedded database of a project: `node open-database-child.ts <folder>`. Prints one JSON
 * line once it has the database open, and closes it when its standard input ends.
 */
import { openDatabase } from '../../src/postgres/open-database.ts';
import { databaseConfig, extensionId, recordingLogger, sqlManifest } from './database.ts';

const [folder = ''] = process.argv.slice(2);
const started = performance.now();
const server = await openDatabase(databaseConfig(folder), { logger: recordingLogger().logger });
const openMs = Math.round(performance.now() - started);
await server.migrate([sqlManifest('shop', { '001-create.sql': 'create table item (id int)' })]);
const rows = await server
  .of(extensionId('shop'))
  .query('select pg_postmaster_start_time() as started, current_user as role');
process.stdout.write(`${JSON.stringify({ openMs, ...rows[0] })}\n`);
for await (const _ of process.stdin);
await server.close();
