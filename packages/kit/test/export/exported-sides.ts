import { assemble, loadConfig, startGateway } from 'stoa/tooling';
import { exportProject } from '../../../../test/support/export-engines.ts';
import { createMemoryLog } from '../../../../test/support/memory-log.ts';
import { createDatabase } from '../../../../test/support/shared-server.ts';
import { startIssuer } from '../../../../test/support/token-issuer.ts';
import { type PlainAnswer, readAnswer } from '../../src/export/verify/plain-answer.ts';
import { accepting, findEngines, newSecret, openExported } from '../../src/export/verify/verify-export.ts';

export interface Operation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface Sides extends AsyncDisposable {
  /** What the shop answers, and what the exported engine answers, to a signed-in caller or to a guest. */
  answers(operation: Operation, guest?: true): Promise<readonly [PlainAnswer, PlainAnswer]>;
}

/** A fixture's shop, and Hive Gateway over its export. */
export async function openSides(fixture: string): Promise<Sides> {
  const open = new AsyncDisposableStack();
  const issuer = open.use(await startIssuer());
  const database = await createDatabase();
  open.defer(() => database.drop());
  const environment = { DATABASE_URL: database.url, JWKS_URL: issuer.url };
  const config = await loadConfig(await exportProject(undefined, fixture), { environment });
  const { logger } = createMemoryLog();
  const assembly = await assemble(config);
  open.defer(() => assembly.release());
  const secret = newSecret();
  const shop = await startGateway(accepting(config, secret), { logger, development: false });
  open.defer(() => shop.close({ drainMs: 0 }));
  const packages = await findEngines(config, { target: 'hive', out: config.folder });
  const { engine } = open.use(await openExported({ assembly, shop, secret }, packages, logger));
  const token = await issuer.token([]);
  const ask = async (url: string, operation: Operation, guest?: true) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(!guest && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(operation),
    });
    return readAnswer(await response.text());
  };
  return {
    answers: async (...asked) => [await ask(shop.url, ...asked), await ask(engine.url, ...asked)],
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** What both engines have in common: each words errors itself. */
export function facts({ data, errors }: PlainAnswer) {
  const places = errors.map(({ path, code, owner }) => `${path?.join('.')} ${code} ${owner}`);
  return { data, places: places.toSorted() };
}
