import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Finding, FindingCode } from '#base';
import type { Generation } from '#gateway';
import { ProjectWatch } from '#server';
import { type BrokenEdit, brokenEdits } from '../support/broken-edits.ts';
import { triesAll } from '../support/case-count.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { untilFound } from '../support/wait-until.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

/** Answers by the old gateway, of every kind; anything else than these statuses is a request that was dropped. */
async function answers(shop: TestGateway): Promise<readonly unknown[]> {
  const asked = await Promise.all([
    shop.graphql('{ products { name } things { name } }'),
    shop.rest('POST', '/things', { body: {} }).then(({ status }) => status),
    fetch(`${shop.url}/`).then(async (page) => [page.status, (await page.text()).includes('The end')]),
  ]);
  return asked.map((answer) => (typeof answer === 'object' && 'data' in answer ? answer.errors : answer));
}

function expectNamed(broken: BrokenEdit, findings: readonly Finding[]): void {
  const named = broken.named ?? Object.keys(broken.files)[0] ?? '';
  const finding = findings.find(({ code, where }) => code === broken.code && where.file.includes(named));
  expect(finding, JSON.stringify(findings)).to.be.an('object');
  expect(finding?.where.line, JSON.stringify(finding)).to.satisfy((line: unknown) =>
    broken.line === undefined ? typeof line === 'number' : line === broken.line,
  );
  expect(findings.filter(({ where }) => where.line === undefined)).to.deep.equal([]);
}

/** Of each kind of file one, saved as editors do. `npm test` tries these alone. */
const watched: ReadonlySet<FindingCode> = new Set([
  'CONFIG_SYNTAX',
  'EXTENSION_NOT_FOUND',
  'ROUTE_JSON_MISSING',
  'HANDLER_DUPLICATE',
  'SDL_SYNTAX',
  'RESOLVERS_INVALID',
  'EXTENSION_THROWS',
  'EXTENSION_LOADS_FOREVER',
  'AREA_UNKNOWN',
  'MIGRATION_CHANGED',
]);

const ofEachKind = brokenEdits.filter(({ code }) => watched.has(code));
const tried = triesAll ? brokenEdits : ofEachKind;

describe('a broken edit', () => {
  let shop: TestGateway;
  let folder: string;

  before(async () => {
    shop = await startGateway({ fixture: 'page-shop', empty: true });
    folder = dirname(shop.file);
    // Taken in while the shop is open, with a migration of its own.
    await cp(join(fixtures, 'small-shop/extensions/things'), join(folder, 'extensions/things'), { recursive: true });
    const text = await readFile(shop.file, 'utf8');
    await writeFile(
      shop.file,
      `${text}    - { name: things, resolve: ./extensions/things }\n  reload: { migrate: always }\n`,
    );
    expect((await shop.generations.reload('things')).findings).to.deep.equal([]);
  });
  after(() => shop[Symbol.asyncDispose]());

  async function edit({ files }: BrokenEdit): Promise<() => Promise<void>> {
    const undo: (() => Promise<void>)[] = [];
    for (const [name, change] of Object.entries(files)) {
      const file = join(folder, name);
      const before = await readFile(file).catch(() => undefined);
      undo.push(() => (before === undefined ? rm(file) : writeFile(file, before)));
      await mkdir(dirname(file), { recursive: true });
      if (change === undefined) await rm(file);
      else await writeFile(file, typeof change === 'function' ? change(String(before)) : change);
    }
    return async () => {
      for (const step of undo) await step();
      // A folder that was made for it would be an endpoint without files.
      for (const made of ['lonely', 'add-thing'])
        await rm(join(folder, 'extensions/things/api', made), { recursive: true, force: true });
    };
  }

  for (const broken of tried) {
    it(`is named as ${broken.code} when it ${broken.what}, and not served`, async () => {
      const before = shop.gateway.generation;
      const undo = await edit(broken);
      const reloading = shop.generations.reload('a broken edit');
      expect(await answers(shop)).to.deep.equal([undefined, 400, [200, true]]);
      const { state, findings } = await reloading;
      await undo();
      expect([state, shop.gateway.generation]).to.deep.equal(['failed', before]);
      expectNamed(broken, findings);
      expect(await answers(shop)).to.deep.equal([undefined, 400, [200, true]]);
    });
  }

  for (const broken of ofEachKind) {
    it(`is named as ${broken.code} when it ${broken.what}, and mended, without being asked where files are watched`, async () => {
      const { file, log, generations } = shop;
      // An edit of several steps may be seen as several.
      let latest: Promise<Generation> | undefined;
      const onChange = (path: string) => {
        latest = generations.reload(path);
      };
      const until = (isIt: (generation: Generation) => boolean): Promise<Generation> =>
        untilFound(async () => {
          const generation = await latest;
          return generation !== undefined && isIt(generation) ? generation : undefined;
        });
      const options = { file, logger: log.logger, environment: {}, settleMs: 50, onChange };
      const watch = await ProjectWatch.start(options);
      try {
        const undo = await edit(broken);
        const refused = await until(({ findings }) => findings.some(({ code }) => code === broken.code));
        await undo();
        await until(({ state }) => state === 'current');
        expect(refused.state).to.equal('failed');
        expectNamed(broken, refused.findings);
      } finally {
        await watch.close();
      }
      expect(await answers(shop)).to.deep.equal([undefined, 400, [200, true]]);
    });
  }

  it('is forgotten as soon as it is mended, without a restart', async () => {
    expect((await shop.generations.reload('mended')).state).to.equal('current');
    expect(await answers(shop)).to.deep.equal([undefined, 400, [200, true]]);
    expect(new Set(brokenEdits.map(({ code }) => code)).size).to.be.greaterThan(50);
  });
});
