import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

/** Milliseconds between two events, and how many are published in each state of the deploy. */
const pauseMs = 5;
const eventsEach = 60;

/** The marks shop, with a second subscriber and a further field of the payload. */
async function nextVersion(): Promise<string> {
  const file = await fixtureProject('marks-shop');
  const folder = join(dirname(file), 'extensions');
  const change = async (path: string, [from, to]: readonly [string, string], target = path) =>
    writeFile(join(folder, target), (await readFile(join(folder, path), 'utf8')).replace(from, to));
  await change('marks/events/mark.made.json', [
    '"id": { "type": "string" }',
    '"id": { "type": "string" }, "colour": { "type": "string" }',
  ]);
  await change('marks/api/addMark/[bodyParser]addMark.ts', [
    "('mark.made', { id })",
    "('mark.made', { id, colour: 'red' })",
  ]);
  const subscribers = 'tallies/subscribers/mark.made';
  const colours = ['[key, payload.id]', "[key, 'colour ' + payload.id]"] as const;
  await change(`${subscribers}/tally.ts`, colours, `${subscribers}/colours.ts`);
  return file;
}

describe('a rolling deploy with a new subscriber and a new field of a payload', () => {
  it('and back: loses no event, refuses none, and keeps tasks for the new version', async () => {
    const { url, drop } = await createDatabase();
    const versions = { old: await fixtureProject('marks-shop'), next: await nextVersion() };
    const start = (version: keyof typeof versions) => startGateway({ file: versions[version], databaseUrl: url });
    const made: string[] = [];
    const colours: string[] = [];

    /** Publishes through each of these gateways in turn. */
    async function publish(gateways: readonly TestGateway[], { isNextKnown = true } = {}): Promise<void> {
      for (let count = 0; count < eventsEach; count++) {
        const id = `mark ${made.length}`;
        const answer = await gateways[count % gateways.length]?.rest('POST', '/marks', { body: { id } });
        expect(answer?.status).to.equal(201);
        made.push(id);
        if (isNextKnown) colours.push(`colour ${id}`);
        await wait(pauseMs);
      }
    }

    const first = await start('old');
    await publish([first], { isNextKnown: false });
    const second = await start('next');
    await publish([first, second]);
    await first[Symbol.asyncDispose]();
    await publish([second]);
    // Back. The old version has no code for the new subscriber, so its tasks wait.
    const third = await start('old');
    await publish([third, second]);
    await second[Symbol.asyncDispose]();
    await publish([third]);
    const fourth = await start('next');
    await publish([third, fourth]);

    const admin = await connect(parseDatabaseUrl(url));
    while ((await admin.query('select from stoa_queue.jobs limit 1')).rows.length > 0) await wait(pauseMs);
    const { rows } = await admin.query<{ id: string }>('select id from ext_tallies.tally');
    await admin.end();
    expect(rows.map(({ id }) => id)).to.have.members([...made, ...colours]);
    for (const shop of [third, fourth]) await shop[Symbol.asyncDispose]();
    await drop();
  });
});
