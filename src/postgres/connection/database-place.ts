import type { Place } from '../../base/findings/startup-error.ts';
import type { Config } from '../../config/config.ts';
import { placeInConfig } from '../../config/place-in-config.ts';

/** The position in gateway.yaml that configures the database, else only the file. */
export function databasePlace(config: Pick<Config, 'file' | 'source'>): Place {
  return placeInConfig(config, ['database']);
}
