import { globSync } from 'node:fs';

/** The folder of PostgreSQL's own programs, as Debian has them: postgresql-15. Undefined where there is none. */
export const postgresTools = globSync('/usr/lib/postgresql/*/bin/pg_restore')
  .at(-1)
  ?.replace(/\/pg_restore$/, '');

/** Debian's: rsync. */
export const rsyncPath = '/usr/bin/rsync';
