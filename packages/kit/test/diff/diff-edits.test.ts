import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { additiveEdits } from '../../../../test/support/additive-edits.ts';
import { pickFrom } from '../../../../test/support/random-shop.ts';
import { breakingEdits, type ShopEdit } from '../../../../test/support/shop-edits.ts';
import { readTexts, type ShopTexts } from '../../../../test/support/shop-texts.ts';
import { diffShops } from '../../src/diff/diff-shops.ts';
import type { ShopChange } from '../../src/diff/shop-change.ts';
import { readShop, type ShopState } from '../../src/shop/index.ts';

const root = resolve(import.meta.dirname, '../../../..');
/** Of each sort. `STOA_TEST_EDITS=100` asks for more. */
const count = Number(process.env.STOA_TEST_EDITS ?? 15);

describe('what diff says of edits of the demonstration shop', function () {
  this.timeout(600_000);
  let folder: string;
  let texts: ShopTexts;
  let shop: ShopState;

  before(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-edits-'));
    const config = await readFile(join(root, 'gateway.yaml'), 'utf8');
    await writeFile(join(folder, 'gateway.yaml'), config);
    // Folders of other shops lie beside them.
    const names = [...config.matchAll(/\.\/extensions\/([a-z-]+)/g)].map(([, name = '']) => name);
    for (const name of new Set(names))
      await cp(join(root, 'extensions', name), join(folder, 'extensions', name), {
        recursive: true,
        filter: (path) => !/\/(?:node_modules|test)$/.test(path),
      });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    texts = readTexts(await textsIn(folder));
    shop = await readShop(join(folder, 'gateway.yaml'), { environment: {} });
    expect(shop.findings).to.deep.equal([]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function changesOf(edit: ShopEdit): Promise<readonly ShopChange[]> {
    await apply(edit);
    try {
      const state = await readShop(join(folder, 'gateway.yaml'), { environment: {}, fallback: shop });
      return await diffShops(shop, state);
    } finally {
      await undo(edit);
    }
  }

  async function apply({ files }: ShopEdit): Promise<void> {
    for (const [name, text] of files) {
      const path = join(folder, name);
      if (text === null) await rm(path, { recursive: true });
      else {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
      }
    }
  }

  async function undo({ files }: ShopEdit): Promise<void> {
    for (const name of files.keys()) {
      const lost = [...texts.files].filter(([file]) => file === name || file.startsWith(`${name}/`));
      if (lost.length === 0) await rm(join(folder, name), { force: true });
      for (const [file, text] of lost) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), text);
      }
      // What an addition made is gone with its folder, which would be a finding when it is empty.
      const parent = dirname(join(folder, name));
      if ((await readdir(parent).catch(() => ['gone'])).length === 0) await rm(parent, { recursive: true });
    }
  }

  it(`names what ${count} breaking edits break, in 99 of 100`, async () => {
    const missed: string[] = [];
    for (const edit of drawn(breakingEdits(texts))) {
      const problem = problemOf(edit, await changesOf(edit));
      if (problem !== undefined) missed.push(`${edit.kind}, ${edit.what}\n    ${problem}`);
    }
    console.log([`      named rightly: ${count - missed.length} of ${count}`, ...missed].join('\n'));
    expect(missed.length, missed.join('\n')).to.be.at.most(Math.ceil(count / 100));
  });

  it(`raises no alarm for ${count} additive edits, and sees each`, async () => {
    const alarms: string[] = [];
    let dangerous = 0;
    for (const edit of drawn(additiveEdits(texts))) {
      const changes = await changesOf(edit);
      const breaking = changes.filter(({ level }) => level === 'breaking');
      if (changes.some(({ level }) => level === 'dangerous')) dangerous++;
      const isSeen = changes.length > 0 || /picture|migration/.test(edit.kind);
      if (breaking.length > 0 || !isSeen)
        alarms.push(`${edit.kind}, ${edit.what}: ${breaking.map(({ what }) => what).join('; ') || 'not seen'}`);
    }
    console.log(`      false alarms: ${alarms.length} of ${count}; called dangerous: ${dangerous}`);
    expect(alarms).to.deep.equal([]);
  });
});

/** As many of each kind as there are, in turn, in an order that the one seed decides. */
function drawn(edits: readonly ShopEdit[]): readonly ShopEdit[] {
  const pick = pickFrom(Number(fc.readConfigureGlobal().seed));
  const kinds = [...Map.groupBy(edits, ({ kind }) => kind).values()].map((all) => {
    const rest = [...all];
    return all.flatMap(() => rest.splice(pick(rest.length), 1));
  });
  const inTurn = Array.from({ length: edits.length }, (_, round) => kinds.flatMap((all) => all[round] ?? [])).flat();
  expect(inTurn.length, 'edits to draw from').to.be.at.least(count);
  return inTurn.slice(0, count);
}

function problemOf({ names, components }: ShopEdit, changes: readonly ShopChange[]): string | undefined {
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const named = new Set(breaking.flatMap(({ name, affects }) => [name, ...affects.map((victim) => victim.name)]));
  const missing = names.filter((name) => !named.has(name));
  if (missing.length > 0) return `does not name ${missing.join(', ')}; it names ${[...named].join(', ')}`;
  if (components === undefined) return undefined;
  const blamed = breaking
    .filter(({ name }) => name === names[0])
    .flatMap(({ affects }) => affects.filter(({ kind }) => kind === 'component').map((victim) => victim.name));
  const wrong = [...new Set(blamed)].filter((name) => !components.includes(name));
  return wrong.length === 0 ? undefined : `names ${wrong.join(', ')}, which do not use it`;
}

async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  // Not of the whole folder: its link to node_modules leads back to the repository.
  const names = await readdir(join(folder, 'extensions'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && /\.(?:graphql|tsx?|json|css|sql|svg)$/.test(entry.name));
  const paths = [join(folder, 'gateway.yaml'), ...files.map((entry) => join(entry.parentPath, entry.name))];
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(paths.map((path, index) => [path.slice(folder.length + 1), texts[index] ?? '']));
}
