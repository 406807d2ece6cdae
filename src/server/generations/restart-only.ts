import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../base/findings/startup-error.ts';
import type { Config } from '../../config/config.ts';
import { placeInConfig } from '../../config/place-in-config.ts';

/**
 * The next config with all settings that an open shop cannot change: host, port, size of a request head, database.
 * Each edit of them is a warning. All other edits apply.
 */
export function keepRunningConfig(
  next: Config,
  running: Config,
): { readonly config: Config; readonly findings: readonly Finding[] } {
  const { host, port, admin, limits } = running.server;
  const { headerBytes } = limits;
  const isSame: Readonly<Record<string, boolean>> = {
    'server.host': next.server.host === host,
    'server.port': next.server.port === port,
    'server.limits.headerBytes': next.server.limits.headerBytes === headerBytes,
    'server.admin.host': next.server.admin.host === admin.host,
    'server.admin.port': next.server.admin.port === admin.port,
    database: isDeepStrictEqual(next.database, running.database),
  };
  const changed = Object.keys(isSame).filter((key) => isSame[key] === false);
  const findings = changed.map((key): Finding => {
    const where = placeInConfig(next, key.split('.'));
    const what = `"${key}" has changed, which a gateway that runs cannot take over; everything else of the file was`;
    return { code: 'CONFIG_NEEDS_RESTART', severity: 'warning', where, what, fix: 'Restart the gateway.' };
  });
  return {
    config: {
      ...next,
      server: { ...next.server, host, port, admin, limits: { ...next.server.limits, headerBytes } },
      database: running.database,
    },
    findings,
  };
}
