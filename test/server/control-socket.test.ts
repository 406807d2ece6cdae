import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { findGateways, openControl } from '#server';
import { startGateway } from '../support/start-gateway.ts';

describe('the control socket', () => {
  it('answers a command that read the token, and refuses one without it', async () => {
    await using shop = await startGateway({ fixture: 'small-shop', empty: true });
    const stateFolder = join(dirname(shop.file), '.stoa');
    const { generations, log } = shop;
    await using control = await openControl(stateFolder, { generations, logger: log.logger });
    expect(control).to.not.equal(undefined);

    const [gateway] = await findGateways(stateFolder);
    expect(await gateway?.ask({ kind: 'list' })).to.have.property('generations');

    const files = await readdir(join(stateFolder, 'run'));
    const path = files.find((name) => name.endsWith('.sock')) ?? '';
    const socket = connect(join(stateFolder, 'run', path));
    socket.write(`${JSON.stringify({ kind: 'list' })}\n`);
    expect(JSON.parse(await text(socket))).to.have.keys('error');
    const wrong = connect(join(stateFolder, 'run', path));
    wrong.write(`${JSON.stringify({ kind: 'list', token: 'x'.repeat(43) })}\n`);
    expect(JSON.parse(await text(wrong))).to.have.keys('error');
  });

  it('keeps its token in a file of its own user, which goes with it', async () => {
    await using shop = await startGateway({ fixture: 'small-shop', empty: true });
    const folder = join(dirname(shop.file), '.stoa/run');
    const control = await openControl(dirname(folder), { generations: shop.generations, logger: shop.log.logger });
    const [token = ''] = (await readdir(folder)).filter((name) => name.endsWith('.token'));
    expect((await stat(join(folder, token))).mode & 0o777).to.equal(0o600);
    await control?.[Symbol.asyncDispose]();
    while ((await readdir(folder)).includes(token));
  });
});
