import { expect } from 'chai';
import { askConsole, signInToConsole } from '../../support/console-client.ts';
import { startGateway } from '../../support/start-gateway.ts';
import { waitUntil } from '../../support/wait-until.ts';

const shopOfMails = { fixture: 'mail-shop', admin: true, development: true };
const paths = ['/console/mails', '/console/mail?id=x', '/console/mail/html?id=x'];

describe('the mails in the console', () => {
  it('are those that were caught, each with its text and its HTML in a frame that runs nothing', async () => {
    await using shop = await startGateway(shopOfMails);
    expect((await askConsole(shop, '/console/mails')).body).to.include('No mail was caught.');
    await shop.rest('POST', '/thanks', { body: { to: 'ann@example.com' } });
    await waitUntil(() => shop.mails.length > 0);
    const { body } = await askConsole(shop, '/console/mails');
    expect(body).to.include('<span>to ann@example.com</span>').and.include('<span>thanks of letters</span>');
    const [, path = '', id = ''] = /<a href="(\/console\/mail\?id=(\w+))">Thank you<\/a>/.exec(body) ?? [];
    const one = (await askConsole(shop, path)).body;
    expect(one)
      .to.include('<iframe')
      .and.include('sandbox="allow-popups allow-popups-to-escape-sandbox"')
      .and.include(`src="/console/mail/html?id=${id}"`);
    expect(one).to.match(/<pre[^>]*>Hello Ann<\/pre>/);
    const preview = await askConsole(shop, `/console/mail/html?id=${id}`);
    expect(preview.body).to.equal(shop.mails[0]?.html.replace('<head>', '<head><base target="_blank">'));
    expect(preview.headers).to.include({ 'x-frame-options': 'SAMEORIGIN' });
    expect(preview.headers['content-security-policy'])
      .to.match(/^default-src 'none';.*frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox$/)
      .and.not.include('script-src');
    for (const unknown of paths.slice(1)) expect((await askConsole(shop, unknown)).status, unknown).to.equal(404);
  });

  it('are for operators alone where others reach the port', async () => {
    const config = (text: string) => text.replace('{ port: 0 }', '{ port: 0, admin: { host: 0.0.0.0 } }');
    await using shop = await startGateway({ ...shopOfMails, config });
    for (const path of paths) expect((await askConsole(shop, path)).status, path).to.be.oneOf([303, 401]);
    const cookie = await signInToConsole(shop);
    expect((await askConsole(shop, paths[0] ?? '', { cookie })).status).to.equal(200);
    expect((await askConsole(shop, paths[2] ?? '', { cookie })).status).to.equal(404);
  });

  it('are not there in a shop that sends them', async () => {
    const config = (text: string) => `${text}mail: { url: "smtp://127.0.0.1:1", from: shop@example.com }\n`;
    await using shop = await startGateway({ ...shopOfMails, development: false, config });
    for (const path of paths) expect((await askConsole(shop, path)).status, path).to.equal(404);
    expect((await askConsole(shop, '/console')).body).to.not.include('href="/console/mails"');
  });
});
