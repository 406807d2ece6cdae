import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { findEmbeddedFolders } from '#postgres';
import { pictureOf } from '../support/pictures.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('stoa db backup and restore', () => {
  it('bring back files of extensions: the same bytes at the same address', async () => {
    const file = await fixtureProject('files-shop', (text) => `${text}files: { path: ./kept }\n`);
    const kept = join(dirname(file), 'kept');
    const { home } = await findEmbeddedFolders(join(dirname(file), '.stoa'));
    const db = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await runStoa(['db', ...words], { file });
      expect(code, stderr).to.equal(0);
      return stdout;
    };
    const shown = async (url: string) => {
      const response = await fetch(url);
      return [response.status, response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())];
    };
    let path = '';
    let before: Awaited<ReturnType<typeof shown>>;
    {
      await using stoa = startStoa(['start'], { file });
      const url = await stoa.waitFor(/open at (\S+)\s/);
      const body = new FormData();
      body.append('title', 'Front');
      body.append('photo', new File([await pictureOf({ width: 400, height: 300 })], 'front.png'));
      const headers = { 'sec-fetch-site': 'same-origin' };
      const answer = await (await fetch(`${url}/notes`, { method: 'POST', headers, body })).json();
      path = answer.picture.sources[0].url;
      before = await shown(url + path);
      expect(await db('backup', 'running.tar.gz')).to.include('of the running database and 4 files of extensions');
    }
    expect(await db('backup', 'stopped.tar.gz')).to.include('of the stopped database and 4 files of extensions');
    for (const backup of ['stopped.tar.gz', 'running.tar.gz']) {
      await db('reset', '--yes');
      await rm(kept, { recursive: true });
      expect(await db('restore', backup, '--yes')).to.include('and 4 files of extensions');
      // Without the files of requests.
      expect(await readdir(kept)).to.deep.equal(['notes']);
    }
    await using stoa = startStoa(['start'], { file });
    expect(await shown((await stoa.waitFor(/open at (\S+)\s/)) + path)).to.deep.equal(before);
    expect((await readdir(home)).filter((name) => /backup|restored/.test(name))).to.deep.equal([]);
    await stoa.stop();
    await rm(home, { recursive: true, force: true });
  });
});
