import { type Config, loadConfig } from '#config';

const secret = 'a secret that is only there for the benchmark, and long enough';

/** A gateway.yaml, with secrets so that none is made in its folder. */
export async function benchConfig(file: string): Promise<Config> {
  const environment = { ...process.env, STOA_JWT_SECRET: secret, STOA_SESSION_SECRET: secret };
  return loadConfig(file, { environment });
}
