import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../src/base/findings/startup-error.ts';
import { type ReadConfig, type ReadConfigOptions, readConfig } from '../../src/config/read-config.ts';

export interface TemporaryConfig extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  /** Reads it with these variables and nothing else from the environment. */
  read(environment?: Record<string, string>, options?: Omit<ReadConfigOptions, 'environment'>): Promise<ReadConfig>;
  write(text: string | Uint8Array): Promise<void>;
}

/** A folder of its own with this gateway.yaml in it. */
export async function temporaryConfig(text: string | Uint8Array): Promise<TemporaryConfig> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-config-')));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, text);
  return {
    folder,
    file,
    read: (environment = {}, options = {}) => readConfig(file, { environment, ...options }),
    write: (next) => writeFile(file, next),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The smallest gateway.yaml with these lines in it. */
export function withLines(lines: string): string {
  return `${lines}\nsystem: { extensions: [] }\n`;
}

/** The findings of this text, as `line:column CODE`. */
export function brief(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, where: { line, column } }) => `${line}:${column} ${code}`);
}
