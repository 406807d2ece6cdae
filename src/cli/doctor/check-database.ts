import { lstat } from 'node:fs/promises';
import { createLogger, StartupError } from '#base';
import type { Config } from '#config';
import { databaseFacts, databasePlace, embeddedVersion, findAbandoned, inspectEmbedded, openDatabase } from '#postgres';
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

type DatabaseFacts = Awaited<ReturnType<typeof databaseFacts>>;

/** Checks whether the database is usable. Starts and changes nothing. */
export async function checkDatabase(config: Config): Promise<readonly DoctorCheck[]> {
  return config.database.url === 'embedded' ? checkEmbedded(config) : checkServer(config);
}

async function checkServer(config: Config): Promise<readonly DoctorCheck[]> {
  const { ok, warn, fail } = checkNamed('database');
  try {
    const preparation = await examine(config);
    const facts = await databaseFacts(config.database.adminUrl ?? config.database.url);
    const { version, maxConnections, canCreateRoles } = facts;
    const checks = [
      ok(`PostgreSQL ${version} answers, and lets this user work${canCreateRoles ? ' and create roles' : ''}`),
      ...preparation.findings.map(({ what, fix }) => fail(what, fix)),
    ];
    if (config.database.isolation === 'search-path')
      checks.push(
        warn(
          'extensions are kept apart by convention only',
          'Set database.isolation: role where roles can be created.',
        ),
      );
    if (config.database.connections + 3 > maxConnections)
      checks.push(
        warn(
          `the gateway may open ${config.database.connections} connections, and the server takes ${maxConnections} of all`,
          "Lower database.connections in gateway.yaml, or raise the server's max_connections.",
        ),
      );
    return [...checks, checkTrigrams(facts)];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings.map(({ what, fix }) => fail(what, fix));
  }
}

/** Whether searches correct typing mistakes. */
function checkTrigrams({ trigrams: { state, mayInstall }, installTrigrams }: DatabaseFacts): DoctorCheck {
  const { ok, warn } = checkNamed('search');
  const without = 'searches find no misspelt words';
  switch (state) {
    case 'ready':
      return ok('pg_trgm is there: searches correct typing mistakes');
    case 'missing':
      if (mayInstall) return ok('pg_trgm comes with the next migration: searches then correct typing mistakes');
      return warn(`pg_trgm is not installed, and ${without}`, `Run as an administrator: ${installTrigrams}`);
    case 'closed':
      return warn(
        `the schema of pg_trgm is closed to extensions, and ${without}`,
        'Run as an administrator: drop extension pg_trgm; then the next migration installs it for all.',
      );
    case 'absent':
      return warn(
        `the server has no pg_trgm, and ${without}`,
        `Install PostgreSQL's contrib modules (Debian: postgresql-contrib), then run: ${installTrigrams}`,
      );
  }
}

/** Opens it as the gateway's own role, and asks as the administrator, if there is an address of one. */
async function examine(config: Config) {
  const logger = createLogger('silent');
  const ids = config.extensions.map(({ name }) => name);
  const { adminUrl, ...own } = config.database;
  const ask = async (as: Config) => {
    // openDatabase refuses an old server and a standby.
    const database = await openDatabase(as, { logger });
    try {
      return await database.preparation(ids);
    } finally {
      await database.close();
    }
  };
  if (adminUrl === undefined) return await ask(config);
  const asAdministrator = await ask(config);
  // What the administrator will make may be why the gateway's role cannot connect yet.
  if (asAdministrator.missing.length === 0) await ask({ ...config, database: own });
  return asAdministrator;
}

async function checkEmbedded(config: Config): Promise<readonly DoctorCheck[]> {
  const { ok, fail } = checkNamed('database');
  const programs = await embeddedVersion(databasePlace(config)).catch((error: unknown) => error);
  if (!isVersion(programs)) {
    const [finding] = programs instanceof StartupError ? programs.findings : [];
    const reason = programs instanceof Error ? programs.message : String(programs);
    const fix = finding?.fix ?? 'It needs glibc on Linux. Set DATABASE_URL to a PostgreSQL server.';
    return [fail(finding?.what ?? `the embedded PostgreSQL does not run: ${reason}`, fix)];
  }
  const runs = [ok(`embedded, ${programs.text}`), ...(await checkAbandoned())];
  if ((await lstat(config.stateFolder).catch(() => undefined)) === undefined) return runs;
  return [...runs, ...(await checkData(config, programs.major))];
}

function isVersion(value: unknown): value is { readonly text: string; readonly major: string } {
  return typeof value === 'object' && value !== null && 'text' in value && 'major' in value;
}

async function checkData({ stateFolder }: Config, major: string): Promise<readonly DoctorCheck[]> {
  const { ok, warn, fail } = checkNamed('embedded data');
  const { folder, bytes, dataVersion, server, isUsed, isKept, isBusy } = await inspectEmbedded(stateFolder);
  const busy = isBusy
    ? [
        warn(
          'another command has been starting or stopping the server',
          'If it stays so, look for a stoa command that hangs.',
        ),
      ]
    : [];
  if (dataVersion === undefined) return [...busy, ok('none yet; the first start makes it')];
  if (dataVersion !== major) {
    const fix = `Carry the data over with pg_dump of PostgreSQL ${dataVersion}, or move the folder away to begin anew.`;
    return [...busy, fail(`${folder} was made by PostgreSQL ${dataVersion}, and this is ${major}`, fix)];
  }
  const size = `${Math.round(bytes / 2 ** 20)} MiB`;
  const states = {
    stopped: ok(`in ${folder}, ${size}; the server does not run`),
    running: checkRunning(`${folder}, ${size}`, { isUsed, isKept }),
    killed: warn(
      `the server in ${folder} ended without stopping`,
      'The machine went down, or it was killed. The next start recovers by itself.',
    ),
  };
  return [...busy, states[server]];
}

function checkRunning(
  folder: string,
  { isUsed, isKept }: { readonly isUsed: boolean | undefined; readonly isKept: boolean | undefined },
): DoctorCheck {
  const { ok, warn } = checkNamed('embedded data');
  if (isUsed === false)
    return warn(
      `the server in ${folder} is still running, but no process uses it`,
      'Its keeper was killed, too. The next stoa command finds the server, and stops it when it leaves.',
    );
  if (isKept === false)
    return warn(
      `the server in ${folder} runs without its keeper, which was killed`,
      'The next stoa command starts another. Until then, the server outlives a gateway that is killed.',
    );
  return ok(`in ${folder}; the server runs${isUsed === true ? ', and is used' : ''}`);
}

async function checkAbandoned(): Promise<readonly DoctorCheck[]> {
  const { warn } = checkNamed('old databases');
  const found = await findAbandoned();
  if (found.length === 0) return [];
  const size = Math.round(found.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20);
  const what = `${found.length} embedded databases have no project that is known, ${size} MiB`;
  return [warn(what, 'Run: npx stoa db prune. It names them, and asks.')];
}
