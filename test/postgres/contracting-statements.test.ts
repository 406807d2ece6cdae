import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '#base';
import { unmarkedFindings } from '../../src/postgres/migrations/contracting-statements.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { databaseConfig, recordingLogger, sqlManifest } from '../support/database.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';

const file = (text: string) => ({ file: '/extensions/a/migrations/002-b.sql', name: '002-b.sql', text });
const whatOf = async (text: string) => (await unmarkedFindings([file(text)])).map(({ what }) => what.split(',')[0]);

describe('a migration without a mark', () => {
  for (const [text, what] of [
    ['drop table item', 'drops a table'],
    ['drop materialized view v', 'drops a materialized view'],
    ['alter table item drop column b', 'drops a column'],
    ['ALTER TABLE item DROP b', 'drops a column'],
    ['alter table item drop constraint c', 'drops a constraint'],
    ['alter table item alter b drop default', 'drops a default'],
    ['alter table item rename b to c', 'renames a column'],
    ['alter table item rename to thing', 'renames a table'],
    ['alter table item alter column b type bigint', 'alters the type of a column'],
    ['alter table item alter b set data type text', 'alters the type of a column'],
    [`alter type mood add value 'new'`, 'alters a type'],
    [`alter type mood rename value 'a' to 'b'`, 'alters a type'],
    ['alter type pair alter attribute x type int', 'alters the type of a column'],
    ['alter table item alter b set not null', 'sets NOT NULL'],
    ['alter domain d set not null', 'sets NOT NULL on a domain'],
    ['do $$ begin alter table item drop column b; end $$', 'drops a column'],
    [`do $$ begin execute format('drop table %I', 'item'); end $$`, 'drops a table'],
  ] as const) {
    it(`is a finding: ${text}`, async () => {
      expect(await whatOf(text)).to.deep.equal([what]);
      expect(await whatOf(`-- stoa: contract\n${text}`)).to.deep.equal([]);
      expect(await whatOf(`-- stoa: expand\n${text}`)).to.deep.equal([]);
    });
  }

  for (const text of [
    `insert into item values ('drop table item; rename')`,
    '-- drop table item\nselect 1',
    'create table item (dropped text, "rename" text)',
    "create function f() returns text language sql as $$ select 'drop table item' $$",
    'alter table item alter b drop not null',
    "alter table item add column c text not null default ''",
    'alter table item alter b set default 1',
    'alter sequence s restart',
    'drop tabel item',
  ])
    it(`is none: ${text}`, async () => expect(await whatOf(text)).to.deep.equal([]));

  it('is found at its line, with the others', async () => {
    const text = `\uFEFFselect 'é';\n/* why\n */\n\n-- gone\ndrop table a;\nselect 1;\ndrop table b;`;
    const [finding] = await unmarkedFindings([file(text)]);
    expect(finding).to.include({ code: 'MIGRATION_UNMARKED', severity: 'error' });
    expect(finding?.where.line).to.equal(6);
    expect(finding?.related?.map(({ line }) => line)).to.deep.equal([8]);
  });

  it('does not run, until it has a mark; one that ran needs none', async () => {
    const { url, drop } = await createDatabase();
    const database = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
    const first = { '001-a.sql': 'create table a (id int, b int)' };
    await database.migrate([sqlManifest('shop', first)]);
    const text = 'alter table a drop column b;\n';
    const error = await rejection(database.migrate([sqlManifest('shop', { ...first, '002-b.sql': text })]));
    expect(error).to.be.instanceOf(StartupError).and.to.have.nested.property('findings[0].code', 'MIGRATION_UNMARKED');
    const marked = { ...first, '002-b.sql': `-- stoa: contract\n${text}` };
    expect(await database.migrate([sqlManifest('shop', marked)])).to.have.length(1);
    expect(await database.migrate([sqlManifest('shop', { ...first, '002-b.sql': text })])).to.deep.equal([]);
    await database.close();
    await drop();
  });

  it('loads the parser only where a word asks for it', () => {
    const module = resolve(import.meta.dirname, '../../src/postgres/migrations/contracting-statements.ts');
    const loads = (text: string) =>
      execFileSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import { registerHooks } from 'node:module';
         let isLoaded = false;
         registerHooks({
           resolve(name, context, next) {
             isLoaded ||= name === 'libpg-query';
             return next(name, context);
           },
         });
         const { unmarkedFindings } = await import(${JSON.stringify(module)});
         await unmarkedFindings([{ file: '/001-a.sql', name: '001-a.sql', text: ${JSON.stringify(text)} }]);
         console.log(isLoaded);`,
      ])
        .toString()
        .trim();
    expect(loads('create table a (id int)')).to.equal('false');
    expect(loads('drop table a')).to.equal('true');
  });
});
