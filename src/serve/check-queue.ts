import { errorFinding, type Finding } from '#base';
import type { ExtensionManifest } from '#extensions';
import type { DatabaseServer } from '#postgres';

/**
 * An extension sends events, mails and runs of jobs by functions of its database. One that is not the shop's has none.
 * Subscribers and ticks come from the gateway, and need none.
 */
export async function checkQueue(
  database: Pick<DatabaseServer, 'query'>,
  { id, folder, events, mails, tasks }: ExtensionManifest,
): Promise<readonly Finding[]> {
  const sends = [
    ...(events.length > 0 ? ['events'] : []),
    ...(mails.length > 0 ? ['mails'] : []),
    ...(tasks.some((task) => task.kind === 'job' && task.schedule === undefined) ? ['jobs without a schedule'] : []),
  ];
  if (sends.length === 0) return [];
  // The catalogue, which every role may read.
  const found = await database.query(
    `select from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'stoa' and p.proname = 'publish'`,
  );
  if (found.length > 0) return [];
  const what = `the extension "${id}" has ${sends.join(' and ')}, and its database has no queue that would take them`;
  const fix =
    'Name the database of the shop as "database.url", and run "npx stoa migrate" where the gateway runs. In a database of its own, let another extension send them.';
  return [errorFinding('SERVE_NO_QUEUE', { where: { file: folder }, what, fix })];
}
