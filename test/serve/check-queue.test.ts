import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '#base';
import { loadConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { openDatabase } from '#postgres';
import { tablesFor } from '#queue';
import { startServed } from '#serve';
import { createMemoryLog } from '../support/memory-log.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

const placement = 'placement: { url: "http://127.0.0.1:1", secret: "a secret of thirty-two characters" }';

/** Serves an extension with a database of its own, with or without a queue. Returns what keeps it from starting. */
async function problemsOf(name: 'notes' | 'counts', withQueue: boolean): Promise<readonly string[]> {
  const { url, drop } = await createDatabase();
  const { logger } = createMemoryLog();
  const file = await fixtureProject(
    'tasks-shop',
    (text) =>
      `${text.replace(`./extensions/${name}`, `./extensions/${name}, ${placement}`)}\ndatabase: { url: "${url}" }\n`,
  );
  await writeFile(join(dirname(file), 'extensions/counts/jobs/tally.json'), '{ "every": "1d" }');
  const config = await loadConfig(file, { environment: {}, generatedSecrets: 'look' });
  const manifests = (await discoverExtensions(config)).manifests.filter(({ id }) => id === name);
  const database = await openDatabase(config, { logger });
  await database.migrate(manifests, { added: withQueue ? tablesFor(manifests) : undefined });
  await database.close();
  try {
    const served = await startServed(config, { name, at: { port: 0 }, logger });
    await served.close({ readinessDelayMs: 0, drainMs: 0 });
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings.map(({ code, what }) => `${code} ${what}`);
  } finally {
    await drop();
  }
}

describe('the queue of a served extension', () => {
  it('is missed at the start by what sends', async () => {
    expect(await problemsOf('notes', false)).to.deep.equal([
      'SERVE_NO_QUEUE the extension "notes" has events and jobs without a schedule, and its database has no queue that would take them',
    ]);
  });

  it('is not missed where it is', async () => {
    expect(await problemsOf('notes', true)).to.deep.equal([]);
  });

  it('is not needed by subscribers and jobs with a schedule', async () => {
    expect(await problemsOf('counts', false)).to.deep.equal([]);
  });
});
