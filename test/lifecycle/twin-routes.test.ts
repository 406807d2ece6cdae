import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { placedIn, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

placedIn('in-process', 'remote')('two extensions with routes of one name', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'twin-routes', empty: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  const actionsOf = (html: string) => [...html.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, action]) => action);
  const islandOf = (html: string) => {
    const [, json = ''] = /id="stoa-islands">(.*?)<\/script>/s.exec(html) ?? [];
    return JSON.parse(json).islands[0];
  };
  const post = async (path: string) => {
    const headers = { accept: 'text/html', origin: shop.url, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(shop.url + path, { method: 'POST', headers, body: 'name=a+name+that+is+too+long' });
    expect(answer.status).to.equal(400);
    return answer.text();
  };

  it('link to their own from their components', async () => {
    const html = await (await fetch(`${shop.url}/`)).text();
    expect(actionsOf(html)).to.deep.equal(['/entries', '/days']);
    expect(islandOf(html).props).to.deep.equal({ action: '/entries' });
  });

  it('link to their own from their code', async () => {
    const { body } = await shop.rest('GET', '/links');
    expect(body).to.deep.equal({ called: '/entries', asked: { own: '/entries', other: '/days' } });
  });

  it('show a refused form where it was posted, and nowhere else', async () => {
    const ofGuestbook = await post('/entries');
    expect(ofGuestbook).to.contain('guestbook: refused').and.contain('diary: new').and.contain('reader: none, none');
    expect(islandOf(ofGuestbook).form).to.deep.include({ routeId: 'guestbook.addEntry' }).and.not.have.key('isLong');
    const ofDiary = await post('/days');
    expect(ofDiary).to.contain('guestbook: new').and.contain('diary: refused').and.contain('reader: none, diary');
    expect(islandOf(ofDiary).form).to.deep.include({ routeId: 'diary.addEntry', isLong: true });
  });

  it('refuse the short name to a third extension', async () => {
    const { status, body } = await shop.rest('GET', '/reader-links');
    expect(status).to.equal(400);
    expect(JSON.stringify(body)).to.contain('write guestbook.addEntry or diary.addEntry');
  });
});

describe('stoa check of two extensions with routes of one name', () => {
  it('finds the short name in a third extension alone', async () => {
    const { stdout } = await runStoa(['check', '--json', '--no-database'], {
      file: await fixtureProject('twin-routes'),
    });
    const links = JSON.parse(stdout).findings.filter(({ code }: { code: string }) => code === 'LINT_DEAD_LINK');
    expect(links.map(({ message, fix }: Record<string, string>) => `${message}. ${fix}`)).to.have.members([
      'asks for the form of "addEntry", which guestbook.addEntry and diary.addEntry share. Write "guestbook.addEntry" or "diary.addEntry".',
      'links to "addEntry", which guestbook.addEntry and diary.addEntry share. Write "guestbook.addEntry" or "diary.addEntry".',
    ]);
  });
});
