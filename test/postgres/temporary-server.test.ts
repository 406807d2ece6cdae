import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pathExists } from '#base';
import { openTemporaryServer } from '#postgres';
import { keepersOf } from '../support/embedded-child.ts';
import { waitUntil } from '../support/wait-until.ts';

const child = fileURLToPath(new URL('../support/temporary-server-child.ts', import.meta.url));

describe('a temporary PostgreSQL', () => {
  it('leaves no data when it is closed', async () => {
    const server = await openTemporaryServer();
    const folder = server.settings.host;
    expect(await pathExists(`${folder}/data/PG_VERSION`)).to.equal(true);
    await server.close();
    await waitUntil(() => keepersOf(folder).length === 0);
    expect(await pathExists(`${folder}/data`)).to.equal(false);
  });

  it('leaves no data when its process is killed', async () => {
    const process = spawn(globalThis.process.execPath, [child], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [folder] = await once(createInterface(process.stdout), 'line');
    expect(await pathExists(`${folder}/data/PG_VERSION`)).to.equal(true);
    process.kill('SIGKILL');
    await once(process, 'exit');
    await waitUntil(() => keepersOf(String(folder)).length === 0);
    expect(await pathExists(`${folder}/data`)).to.equal(false);
  });
});
