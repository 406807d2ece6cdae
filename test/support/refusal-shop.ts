import { loadConfig } from '#config';
import { startServed } from '#serve';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { fixtureProject } from './test-project.ts';
import { startIssuer, type TokenIssuer } from './token-issuer.ts';

/** The extension of `refusal-shop` twice: in a gateway, and behind `stoa serve`. */
export interface RefusalShop extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly served: Awaited<ReturnType<typeof startServed>>;
  /** Of `stoa serve`. */
  readonly log: MemoryLog;
  readonly issuer: TokenIssuer;
}

export async function startRefusalShop(): Promise<RefusalShop> {
  const issuer = await startIssuer();
  const environment = { JWKS_URL: issuer.url };
  const gateway = await startGateway({ fixture: 'refusal-shop', environment, empty: true });
  const accept = `accept: { bearer: { jwks: "${issuer.url}", issuer: "https://id.example", audience: shop } }`;
  const placement = `placement: { url: "http://127.0.0.1:1", secret: "a secret of thirty-two characters", ${accept} }`;
  const file = await fixtureProject('refusal-shop', (text) => `${text}      ${placement}\n`);
  const config = await loadConfig(file, { environment, generatedSecrets: 'look' });
  const log = createMemoryLog();
  const served = await startServed(config, { name: 'faults', at: { port: 0 }, logger: log.logger });
  return {
    ...{ gateway, served, log, issuer },
    async [Symbol.asyncDispose]() {
      await served.close({ readinessDelayMs: 0, drainMs: 0 });
      await gateway[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}
