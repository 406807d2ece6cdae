import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { createLogger, errorCode } from '#base';
import { type ConnectionSettings, findEmbeddedFolders } from '#postgres';
import { connect } from '../../src/postgres/connection/connect.ts';
import { readServerState, stopServer } from '../../src/postgres/embedded/embedded-process.ts';
import { useEmbeddedServer } from '../../src/postgres/embedded/embedded-server.ts';
import { postgresProxy } from './postgres-proxy.ts';

/**
 * What happens to the server. `killed`: SIGKILL to its first process; the end of it starts another. `stopped`: SIGSTOP to
 * all its processes; `frozen login`: to the first one, which accepts connections. `read-only`: as a primary that was
 * demoted. `standby`: started again in recovery, until it is promoted.
 */
export type Cause =
  | 'away'
  | 'killed'
  | 'stopped'
  | 'frozen login'
  | 'out of connections'
  | '500 ms away'
  | 'disk full'
  | 'read-only'
  | 'standby';

/** A PostgreSQL server of one's own, behind a TCP port, that fails for real. */
export interface FailingServer extends AsyncDisposable {
  /** Of the administrator, by TCP. */
  readonly url: string;
  /** Resolves when the cause holds. The result ends it, and resolves when it has ended. */
  begin(cause: Cause): Promise<() => Promise<void>>;
}

export async function openFailingServer(): Promise<FailingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-failing-'));
  // PostgreSQL runs as another user when the test is root, and has its disk in there.
  await chmod(folder, 0o711);
  const stateFolder = join(folder, '.stoa');
  const where = { file: join(folder, 'gateway.yaml') };
  const server = await useEmbeddedServer(stateFolder, { connections: 20, where, logger: createLogger('error') });
  let share = await server.join(() => undefined);
  const { settings } = share;
  const proxy = await postgresProxy(settings);

  const causes: Readonly<Record<Cause, () => Promise<() => Promise<void>>>> = {
    away: async () => {
      await stopServer(await findEmbeddedFolders(stateFolder));
      return async () => {
        share = await server.join(() => undefined);
      };
    },
    killed: async () => {
      const state = await readServerState(await findEmbeddedFolders(stateFolder));
      if (state !== undefined) signal(state.pid, 'SIGKILL');
      return async () => {
        share = await server.join(() => undefined);
      };
    },
    stopped: () => freeze(stateFolder, { connections: true }),
    'frozen login': () => freeze(stateFolder, { connections: false }),
    'out of connections': () => takeAllConnections(settings),
    '500 ms away': async () => {
      proxy.delay(250);
      return async () => proxy.delay(0);
    },
    'disk full': () => fillDisk(settings, join(folder, 'disk')),
    'read-only': async () => {
      await setReadOnly(settings, 'on');
      return () => setReadOnly(settings, 'off');
    },
    standby: async () => {
      const folders = await findEmbeddedFolders(stateFolder);
      await stopServer(folders);
      await writeFile(join(folders.data, 'standby.signal'), '');
      share = await server.join(() => undefined);
      return async () => {
        const admin = await connect(settings);
        await admin.query('select pg_promote()');
        await admin.end();
      };
    },
  };
  return {
    url: proxy.url,
    begin: (cause) => causes[cause](),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server.leave(share.client);
      await rm(server.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when new sessions have the setting. Each older session has it from its next statement on. */
export async function setReadOnly(settings: ConnectionSettings, value: 'on' | 'off'): Promise<void> {
  const name = 'default_transaction_read_only';
  const admin = await connect(settings);
  await admin.query(`alter system set ${name} = ${value}`);
  await admin.query('select pg_reload_conf()');
  for (let known = ''; known !== value; ) {
    const client = await connect(settings);
    known = (await client.query<{ value: string }>(`select current_setting('${name}') as value`)).rows[0]?.value ?? '';
    await client.end();
  }
  await admin.end();
}

/** Stops the first process, and then its children if `connections`: it starts no more of them meanwhile. */
async function freeze(stateFolder: string, { connections }: { connections: boolean }): Promise<() => Promise<void>> {
  const state = await readServerState(await findEmbeddedFolders(stateFolder));
  if (state === undefined) throw new Error('the server does not run');
  signal(state.pid, 'SIGSTOP');
  const children = connections ? await childrenOf(state.pid) : [];
  for (const pid of children) signal(pid, 'SIGSTOP');
  return async () => {
    for (const pid of [state.pid, ...children]) signal(pid, 'SIGCONT');
  };
}

/** The ids of the processes that this one has started. */
export async function childrenOf(parent: number): Promise<readonly number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The parent's id is the second field after the name in brackets (proc_pid_stat(5)).
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === parent) children.push(Number(name));
  }
  return children;
}

/** A connection's process may just have ended. All others must get the signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function takeAllConnections(settings: ConnectionSettings): Promise<() => Promise<void>> {
  const own: Client[] = [];
  const ids: number[] = [];
  const take = async (): Promise<Client | undefined> => {
    try {
      const client = await connect({ ...settings, database: 'template1' });
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
      ids.push(rows[0]?.id ?? 0);
      own.push(client);
      return client;
    } catch {
      return undefined;
    }
  };
  const first = await take();
  if (first === undefined) throw new Error('there is no connection to begin with');
  // Until all are taken: the shop would be quicker to take what its ended connections leave.
  await first.query(`alter database "${settings.database}" allow_connections false`);
  for (let others = 1; others > 0; ) {
    while ((await Promise.all(Array.from({ length: 16 }, take))).some((client) => client !== undefined));
    const { rows } = await first.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid, 1000) as ended from pg_stat_activity
       where backend_type = 'client backend' and pid <> all($1)`,
      [ids],
    );
    others = rows.length;
  }
  await first.query(`alter database "${settings.database}" allow_connections true`);
  return async () => {
    await Promise.all(own.map((client) => client.end()));
  };
}

/** A full file system under the reviews. Each new row needs a new page, so that no free space in an old one hides it. */
async function fillDisk(settings: ConnectionSettings, disk: string): Promise<() => Promise<void>> {
  const run = promisify(execFile);
  const admin = await connect(settings);
  const { rows } = await admin.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const owner = await stat(rows[0]?.folder ?? '/');
  await run('mkdir', [disk]);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', disk]);
  const space = join(disk, 'tablespace');
  await run('mkdir', [space]);
  for (const path of [disk, space]) await chown(path, owner.uid, owner.gid);
  await admin.query(`create tablespace small_disk location '${space}'`);
  // No page takes another row: a row of 1,500 characters fills more than a tenth of the last one.
  await admin.query('vacuum full ext_reviews.review');
  await admin.query(`insert into ext_reviews.review (author, rating, comment) values ('Ann', 3, repeat('x', 1500))`);
  await admin.query('alter table ext_reviews.review set (fillfactor = 10)');
  await admin.query('alter table ext_reviews.review set tablespace small_disk');
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(8 * 1024 * 1024)).catch(() => undefined);
  return async () => {
    await rm(filler);
    // In the background of the test: the shop works as soon as there is room.
    await admin.query('alter table ext_reviews.review set tablespace pg_default');
    await admin.query('drop tablespace small_disk');
    await admin.end();
    await run('umount', [disk]);
  };
}
