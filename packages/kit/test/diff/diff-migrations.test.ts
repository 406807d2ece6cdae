import { expect } from 'chai';
import { sqlManifest } from '../../../../test/support/database.ts';
import { diffMigrations } from '../../src/diff/diff-migrations.ts';
import type { ShopState } from '../../src/shop/index.ts';

type Files = Readonly<Record<string, string>>;

const stateOf = (files: Files) => ({ folder: '/', manifests: [sqlManifest('shop', files)] }) as unknown as ShopState;
const told = (before: Files, after: Files) =>
  diffMigrations(stateOf(before), stateOf(after)).map(({ level, code, name }) => `${level} ${code} ${name}`);

const base = { '001-a.sql': 'select 1' };
const three = { ...base, '003-c.sql': 'select 3' };

describe('diff of migrations', () => {
  for (const [what, before, after, expected] of [
    ['nothing changes', base, base, []],
    ['one that expands comes', base, { ...base, '002-b.sql': 'select 2' }, ['safe MIGRATION_ADDED shop.002-b.sql']],
    [
      'one that contracts comes',
      base,
      { ...base, '002-b.sql': '-- stoa: contract\nselect 2' },
      ['breaking MIGRATION_ADDED shop.002-b.sql'],
    ],
    [
      'one that contracts comes, and the old state has what it needs',
      three,
      { ...three, '004-d.sql': '-- stoa: contract needs 003\nselect 2' },
      ['dangerous MIGRATION_ADDED shop.004-d.sql'],
    ],
    [
      'one that contracts comes with what it needs',
      base,
      { ...three, '004-d.sql': '-- stoa: contract needs 003\nselect 2' },
      ['safe MIGRATION_ADDED shop.003-c.sql', 'breaking MIGRATION_ADDED shop.004-d.sql'],
    ],
    ['one comes late', three, { ...three, '002-b.sql': 'select 2' }, ['breaking MIGRATION_ORDER shop.002-b.sql']],
    [
      'another takes a number',
      three,
      { ...base, '003-other.sql': 'select 3' },
      ['breaking MIGRATION_CONFLICT shop.003-other.sql'],
    ],
    ['one that expands goes', three, base, ['dangerous MIGRATION_REMOVED shop.003-c.sql']],
    [
      'one that contracts goes',
      { ...base, '002-b.sql': '-- stoa: contract\nselect 2' },
      base,
      ['breaking MIGRATION_REMOVED shop.002-b.sql'],
    ],
    ['one below others goes', three, { '003-c.sql': 'select 3' }, ['breaking MIGRATION_REMOVED shop.001-a.sql']],
    ['a text changes', base, { '001-a.sql': 'select 2' }, ['breaking MIGRATION_CHANGED shop.001-a.sql']],
    [
      'a mark changes',
      base,
      { '001-a.sql': '-- stoa: contract\nselect 1' },
      ['dangerous MIGRATION_CHANGED shop.001-a.sql'],
    ],
  ] as const)
    it(`tells that ${what}`, () => expect(told(before, after)).to.deep.equal(expected));
});
