import { errorCode, errorFinding, errorMessage, type Place, StartupError } from '#base';
import { refuse } from '../connection/connection-finding.ts';
import { LockTimeoutError } from './process-lock.ts';

/** The finding for an embedded database that does not start, from errors of Node and initdb and the server's log. */
export function embeddedError(error: unknown, where: Place, folder: string): StartupError {
  if (error instanceof StartupError) return error;
  const message = errorMessage(error);
  const refused = (what: string, fix: string): StartupError => refuse(where, what, fix, error);

  if (errorCode(error) === 'ENOSPC' || /No space left on device/.test(message))
    return refused(`the disk with the embedded database, ${folder}, is full`, 'Free some space; nothing is lost.');
  const [, program] = /^spawn (sh|mkfifo|tar) (?:ENOENT|EACCES)$/.exec(message) ?? [];
  if (program !== undefined)
    return refused(
      `the embedded database needs the program "${program}", which is not in a folder of PATH that its user can enter`,
      'Install a POSIX shell, coreutils and tar, or set DATABASE_URL.',
    );
  if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error)) || /Permission denied|Read-only/.test(message))
    return refused(
      `this user may not use the folder of the embedded database, ${folder}: ${lastLogError(message)}`,
      'Give the folder to the user that runs the gateway, or set DATABASE_URL.',
    );
  if (error instanceof LockTimeoutError)
    return refused(
      `the embedded database does not come free: ${message}`,
      'Look for a stoa command that hangs, and end it.',
    );
  if (/^Command failed: mkfifo /.test(message))
    return refused(
      `the file system of the embedded database, ${folder}, has no named pipes (FIFO): ${lastLogError(message)}`,
      'Put the project on a local file system of Linux or macOS, or set DATABASE_URL.',
    );
  if (errorCode(error) === 'ENOENT' && /spawn/.test(message))
    return new StartupError([
      errorFinding('DATABASE_UNSUPPORTED', {
        where,
        what: `the embedded PostgreSQL does not run on this system: ${message}`,
        fix: 'It needs glibc on Linux. Set DATABASE_URL to a PostgreSQL server.',
      }),
    ]);
  return refused(
    `the embedded database in ${folder} does not start: ${lastLogError(message)}`,
    `See ${folder}/postgres.log, or set DATABASE_URL.`,
  );
}

/** The finding for a data folder of another major version. The gateway neither opens nor changes it. */
export function wrongVersionError(
  where: Place,
  data: string,
  [found, wanted]: readonly [string, string],
): StartupError {
  const what = `the embedded database in ${data} was made by PostgreSQL ${found}, and this is PostgreSQL ${wanted}`;
  const fix = `Carry the data over with pg_upgrade or pg_dump of PostgreSQL ${found}, or move the folder away to begin anew.`;
  return refuse(where, what, fix);
}

// The last error in a log is the reason. Later lines are consequences.
function lastLogError(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return complaint.replace(/^.*?(FATAL|PANIC): +/, '').trim();
}
