/**
 * A second process that uses the embedded database of a project: `node open-database-child.ts <folder> [program]`. Prints
 * one JSON line once it has the database open, and closes it when its standard input ends. The program runs on after it.
 */
import { spawn } from 'node:child_process';
import { openDatabase } from '#postgres';
import { databaseConfig, extensionId, recordingLogger, sqlManifest } from './database.ts';

const [folder = '', program] = process.argv.slice(2);
const started = performance.now();
const server = await openDatabase(databaseConfig(folder), { logger: recordingLogger().logger });
const openMs = Math.round(performance.now() - started);
await server.migrate([sqlManifest('shop', { '001-create.sql': 'create table item (id int)' })]);
const rows = await server
  .of(extensionId('shop'))
  .query('select pg_postmaster_start_time() as started, current_user as role');
const other = program === undefined ? undefined : spawn(program, ['60'], { detached: true, stdio: 'ignore' });
process.stdout.write(`${JSON.stringify({ openMs, other: other?.pid, ...rows[0] })}\n`);
for await (const _ of process.stdin);
await server.close();
