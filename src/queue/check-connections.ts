import { errorFinding, type Finding } from '#base';
import { type Config, placeInConfig } from '#config';
import { type Described, tablesFor } from './tasks-of.ts';

/**
 * How many of a process's connections the queue has. One listens, one says that the process lives; the others take
 * tasks and end them. A process that runs none adds tasks only.
 */
export function queueConnections(runsTasks: boolean): number {
  return runsTasks ? 4 : 1;
}

/** The queue of a shop must leave a connection to its extensions. */
export function checkConnections(manifests: readonly Described[], config: Config): readonly Finding[] {
  const needed = queueConnections(config.jobs.enabled) + 1;
  const { connections } = config.database;
  if (connections >= needed || tablesFor(manifests) === undefined) return [];
  const what = `"database.connections" is ${connections}; events, jobs and mails take ${needed - 1} of them, and leave none`;
  const fix = `Write ${needed} or more. With --no-jobs, 2 suffice.`;
  return [
    errorFinding('CONFIG_CONNECTIONS_FEW', { where: placeInConfig(config, ['database', 'connections']), what, fix }),
  ];
}
