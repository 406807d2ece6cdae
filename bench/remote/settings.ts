import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const secret = 'a secret that is only there for the benchmark, and long enough';
export const environment = { ...process.env, STOA_JWT_SECRET: secret, STOA_SESSION_SECRET: secret };

export function benchState(): string {
  return mkdtempSync(join(tmpdir(), 'stoa-bench-'));
}
