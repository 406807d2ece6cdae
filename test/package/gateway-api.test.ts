import { appendFile } from 'node:fs/promises';
import { expect } from 'chai';
import { createLogger, type Finding, StartupError, startGateway } from '../../src/gateway-api.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('stoa/gateway', () => {
  it('opens a shop, serves what its files say by then, and closes', async () => {
    const { url: DATABASE_URL, drop } = await createDatabase();
    const file = await fixtureProject('small-shop');
    const logger = createLogger('silent');
    const running = await startGateway(file, { environment: { DATABASE_URL }, port: 0, adminPort: false, logger });
    try {
      expect(running.adminUrl).to.equal(undefined);
      expect((await fetch(`${running.url}/nowhere`)).status).to.equal(404);
      expect(await running.reload()).to.deep.equal([]);

      await appendFile(file, 'nonsense: 1\n');
      const codes = (await running.reload()).map(({ code }) => code);
      expect(codes).to.deep.equal(['CONFIG_UNKNOWN_KEY']);
      expect((await fetch(`${running.url}/nowhere`)).status).to.equal(404);
    } finally {
      await running.close({ drainMs: 100 });
      await drop();
    }
    expect(
      await fetch(running.url).then(
        () => 'open',
        () => 'closed',
      ),
    ).to.equal('closed');
  });

  it('rejects with every finding', async () => {
    const file = await fixtureProject('small-shop', (text) => `${text}nonsense: 1\nmore: 2\n`);
    const error = await rejection(startGateway(file, { environment: {}, logger: createLogger('silent') }));
    expect(error).to.be.instanceOf(StartupError);
    const findings: readonly Finding[] = error instanceof StartupError ? error.findings : [];
    expect(findings.map(({ code }) => code)).to.deep.equal(['CONFIG_UNKNOWN_KEY', 'CONFIG_UNKNOWN_KEY']);
  });
});
