import { type Finding, StartupError } from '../base/findings/startup-error.ts';
import type { Config } from './config.ts';
import { type ReadConfigOptions, readConfig } from './read-config.ts';

export interface LoadConfigOptions extends ReadConfigOptions {
  /** Receives the warnings when there are no errors. */
  readonly warn?: (warnings: readonly Finding[]) => void;
}

/**
 * Reads the config for a start. Creates missing generated secrets. Throws a StartupError with all findings when one
 * of them is an error, and otherwise passes warnings to `warn`.
 */
export async function loadConfig(file: string, { warn, ...options }: LoadConfigOptions): Promise<Config> {
  const { config, findings } = await readConfig(file, { generatedSecrets: 'keep', ...options });
  if (config === undefined) throw new StartupError(findings);
  if (findings.length > 0) warn?.(findings);
  return config;
}
