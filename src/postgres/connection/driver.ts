import { requireOwn } from '#base';

type Driver = typeof import('pg');

let loaded: Driver | undefined;

/** The driver pg. It is loaded at the first call, so that commands without a database start without it. */
export function driver(): Driver {
  if (loaded === undefined) {
    const pg: Driver = requireOwn('pg');
    loaded = pg;
  }
  return loaded;
}
