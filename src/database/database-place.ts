import type { Place } from '../base/startup-error.ts';
import type { Config } from '../config/config.ts';
import { placeInConfig } from '../config/place-in-config.ts';

/** Where gateway.yaml says which database is used; the file alone when it does not say. */
export function databasePlace(config: Pick<Config, 'file' | 'source'>): Place {
  return placeInConfig(config, ['database']);
}
