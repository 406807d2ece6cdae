import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { startOwnServer } from '../support/own-server.ts';
import { pictureOf } from '../support/pictures.ts';
import { postgresTools } from '../support/postgres-tools.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { fixtureProject } from '../support/test-project.ts';

const docs = resolve(import.meta.dirname, '../../docs');
describe('the documented backup of a server of its own', () => {
  before(function () {
    if (postgresTools === undefined) this.skip();
  });

  it('brings back rows and files, on the same server and on a new one', async () => {
    const [, backup = '', restore = ''] =
      /```sh\n(mkdir backup && pg_dump .*)\n(rsync .*)\n```/.exec(
        await readFile(`${docs}/operating/database.md`, 'utf8'),
      ) ?? [];
    const production = await readFile(`${docs}/production.md`, 'utf8');
    const [, roles = ''] = /`(pg_dumpall [^`]+)`/.exec(production) ?? [];
    const [, ...newServer] = /`(psql -f [^`]+)`, `(createdb [^`]+)`, `(pg_restore [^`]+)`/.exec(production) ?? [];
    expect(newServer).to.have.lengthOf(3);

    const file = await fixtureProject('files-shop', (text) => `${text}files: { path: ./kept }\n`);
    const folder = dirname(file);
    const migrations = join(folder, 'extensions/notes/migrations');
    await mkdir(migrations);
    await writeFile(join(migrations, '001-create-note.sql'), 'create table note (title text);\n');
    await using first = await startOwnServer();
    await using second = await startOwnServer();
    const sh = (line: string, { url, environment }: typeof first) => {
      const env = { ...environment, DATABASE_URL: url, FILES_PATH: join(folder, 'kept') };
      return execFileSync('sh', ['-ec', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };
    const start = ({ url }: typeof first) => startStoa(['start'], { file, environment: { DATABASE_URL: url } });
    const migrate = async ({ url }: typeof first) => {
      const { code, stderr } = await runStoa(['migrate'], { file, environment: { DATABASE_URL: url } });
      expect(code, stderr).to.equal(0);
    };
    const shown = async (url: string) => {
      const response = await fetch(url);
      return [response.status, Buffer.from(await response.arrayBuffer())];
    };

    sh('createdb shop', first);
    await migrate(first);
    sh(`psql -d shop -c "insert into ext_notes.note values ('Front')"`, first);
    let picture = '';
    let before: Awaited<ReturnType<typeof shown>>;
    {
      await using stoa = start(first);
      const url = await stoa.waitFor(/open at (\S+)\s/);
      const body = new FormData();
      body.append('title', 'Front');
      body.append('photo', new File([await pictureOf({ width: 400, height: 300 })], 'front.png'));
      const answer = await fetch(`${url}/notes`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body,
      });
      picture = (await answer.json()).picture.sources[0].url;
      before = await shown(url + picture);
      expect(before[0]).to.equal(200);
      sh(`${backup}; ${roles}`, first);
    }
    const isBack = async (server: typeof first) => {
      await using stoa = start(server);
      expect(await shown((await stoa.waitFor(/open at (\S+)\s/)) + picture)).to.deep.equal(before);
      expect(sh('psql -d shop -Atc "select count(*) from ext_notes.note"', server).trim()).to.equal('1');
    };
    const lose = () => rm(join(folder, 'kept'), { recursive: true });

    await lose();
    await mkdir(join(folder, 'kept'));
    sh('psql -d shop -c "delete from ext_notes.note"', first);
    sh(restore, first);
    await isBack(first);

    await lose();
    await mkdir(join(folder, 'kept'));
    sh('rsync -a backup/files/ kept/; cp backup/shop.dump shop.dump; psql -c "create role shop_admin"', second);
    for (const line of newServer) sh(line, second);
    await migrate(second);
    await isBack(second);
  });
});
