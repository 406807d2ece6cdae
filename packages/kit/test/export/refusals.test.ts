import { expect } from 'chai';
import { assemble, loadConfig, startGateway } from 'stoa/tooling';
import { exportProject, needsEngines } from '../../../../test/support/export-engines.ts';
import { createMemoryLog } from '../../../../test/support/memory-log.ts';
import { operationCases } from '../../../../test/support/refusal-cases.ts';
import { createDatabase } from '../../../../test/support/shared-server.ts';
import { startIssuer } from '../../../../test/support/token-issuer.ts';
import { type PlainAnswer, readAnswer } from '../../src/export/verify/plain-answer.ts';
import { findEngines, openExported } from '../../src/export/verify/verify-export.ts';

interface Sides extends AsyncDisposable {
  readonly ours: string;
  readonly theirs: string;
  readonly token: string;
}

async function openSides(): Promise<Sides> {
  const open = new AsyncDisposableStack();
  const issuer = open.use(await startIssuer());
  const database = await createDatabase();
  open.defer(() => database.drop());
  const environment = { DATABASE_URL: database.url, JWKS_URL: issuer.url };
  const config = await loadConfig(await exportProject(undefined, 'refusal-shop'), { environment });
  const { logger } = createMemoryLog();
  const assembly = await assemble(config);
  open.defer(() => assembly.release());
  const shop = await startGateway(config, { logger, development: false });
  open.defer(() => shop.close({ drainMs: 0 }));
  const packages = await findEngines(config, { target: 'hive', out: config.folder });
  const { engine } = open.use(await openExported({ assembly, shop }, packages, logger));
  return {
    ...{ ours: shop.url, theirs: engine.url, token: await issuer.token([]) },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** What both engines have in common: each words errors itself. */
function facts({ data, errors }: PlainAnswer) {
  const places = errors.map(({ path, code, owner }) => `${path?.join('.')} ${code} ${owner}`);
  return { data, places: places.toSorted() };
}

describe('a refusal or failure of an exported supergraph', () => {
  let sides: Sides;
  before(async function () {
    needsEngines.call(this);
    this.timeout(120_000);
    sides = await openSides();
  });
  after(() => sides?.[Symbol.asyncDispose]());

  for (const [name, { codes, ...operation }] of Object.entries(operationCases))
    it(`has the data, the codes and the places of the shop: ${name}`, async () => {
      const ask = async (url: string) => {
        const response = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${sides.token}` },
          body: JSON.stringify(operation),
        });
        return readAnswer(await response.text());
      };
      const [ours, theirs] = [facts(await ask(sides.ours)), facts(await ask(sides.theirs))];
      expect(theirs).to.deep.equal(ours);
      expect(ours.places).to.have.lengthOf(codes.length);
    });
});
