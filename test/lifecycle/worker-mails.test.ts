import { expect } from 'chai';
import { startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';
import { untilFound, waitUntil } from '../support/wait-until.ts';

const withoutServer = (text: string) => text.replace('{ port: 0 }', '{ port: 0, admin: { port: 0 } }');

describe('the mails of stoa start --workers 2', () => {
  for (const [when, config, status] of [
    ['are in the console where no server sends them', withoutServer, 200],
    [
      'are not in the console where one does',
      (text: string) => `${withoutServer(text)}mail: { url: "smtp://127.0.0.1:1", from: shop@example.com }\n`,
      404,
    ],
  ] as const)
    it(when, async () => {
      const { url: database, drop } = await createDatabase();
      const file = await fixtureProject('mail-shop', config);
      const stoa = startStoa(['start', '--workers', '2'], { file, environment: { DATABASE_URL: database } });
      try {
        await stoa.waitFor(/routes /);
        const [, url = ''] = /open at (http:\S+)/.exec(stoa.stdout()) ?? [];
        const [, admin = ''] = /admin\s+(http:\S+)/.exec(stoa.stdout()) ?? [];
        // The console goes without a worker that is busy.
        await waitUntil(async () => (await fetch(`${admin}/console/mails`)).status === status);
        expect(stoa.stdout().includes(`${admin}/console/mails`)).to.equal(status === 200);
        if (status === 404) return;
        const body = JSON.stringify({ to: 'ann@example.com' });
        await fetch(`${url}/thanks`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        await stoa.waitFor(/mail kept, not sent/, 'stderr');
        const path = await untilFound(async () => {
          const list = await (await fetch(`${admin}/console/mails`)).text();
          return /<a href="(\/console\/mail\?id=\w+)">Thank you<\/a>/.exec(list)?.[1];
        });
        expect(await (await fetch(admin + path)).text()).to.match(/<pre[^>]*>Hello Ann<\/pre>/);
      } finally {
        await stoa.stop();
        await drop();
      }
    });
});
