import { errorCode, errorFinding, errorMessage, type Finding, type Place, StartupError } from '#base';
import { type ConnectionSettings, connectTimeoutMs, maskPassword, printableAddress } from './connect.ts';

type Refusal = Pick<Finding, 'code' | 'what' | 'fix'>;

/** The refusal of a database, or of work on it, as DATABASE_REFUSED. */
export function refuse(where: Place, what: string, fix: string, cause?: unknown): StartupError {
  return new StartupError([errorFinding('DATABASE_REFUSED', { where, what, fix })], { cause });
}

/** The finding for an unusable database, with the password masked. `name` is where its address was written. */
export function connectionError(
  error: unknown,
  settings: ConnectionSettings,
  where: Place,
  name = 'DATABASE_URL',
): StartupError {
  const { code, what, fix } = explain(error, settings, name);
  return new StartupError([errorFinding(code, { where, what: maskPassword(what, settings.password), fix })]);
}

function explain(error: unknown, settings: ConnectionSettings, name: string): Refusal {
  const address = printableAddress(settings);
  const message = errorMessage(error);
  switch (errorCode(error)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(`the host "${settings.host}" of ${address} is not known`, `Check the host in ${name}.`);
    case 'ECONNREFUSED':
    case 'ENOENT':
      return unreachable(`nothing listens on ${address}`, `Start PostgreSQL there, or check host and port in ${name}.`);
    case '57P03':
      return unreachable(`${address} is starting or stopping: ${message}`, 'Try again in a moment.');
    case '28P01':
      return refused(`${address} does not accept this user and password`, `Check user and password in ${name}.`);
    case '28000':
      return refused(
        `${address} does not let this user in: ${message}`,
        `Add ?sslmode=require to ${name} when the server wants encryption, or a line to its pg_hba.conf.`,
      );
    case '3D000':
      return refused(`${address}: ${message}`, `Create it: createdb ${settings.database}`);
    case '53300':
      return refused(
        `${address} has no free connection: ${message}`,
        "Lower database.connections in gateway.yaml, or raise the server's max_connections.",
      );
    case '42501':
      return refused(
        `${address} does not let the user "${settings.user}" prepare the database: ${message}`,
        `Give Stoa a database of its own: alter database "${settings.database}" owner to "${settings.user}".`,
      );
    default:
      return explainOther(message, address, name);
  }
}

function explainOther(message: string, address: string, name: string): Refusal {
  if (/timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i.test(message))
    return unreachable(
      `${address} does not answer within ${connectTimeoutMs / 1000} s: ${message}`,
      `Check the host in ${name}, and whether a firewall is between.`,
    );
  if (/ssl|tls|certificate/i.test(message))
    return refused(
      `the encrypted connection to ${address} fails: ${message}`,
      `Check sslmode and sslrootcert in ${name}.`,
    );
  return unreachable(
    `the connection to ${address} fails: ${message}`,
    `Check ${name}, and whether a PostgreSQL server is what answers there.`,
  );
}

function unreachable(what: string, fix: string): Refusal {
  return { code: 'DATABASE_UNREACHABLE', what, fix };
}

function refused(what: string, fix: string): Refusal {
  return { code: 'DATABASE_REFUSED', what, fix };
}
