import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { nginxPath } from '../support/nginx-path.ts';

describe('deploy/nginx.conf in nginx', () => {
  it('is what nginx reads', async () => {
    const prefix = await mkdtemp(join(tmpdir(), 'stoa-nginx-'));
    const words = ['-t', '-e', 'stderr', '-p', prefix, '-c', resolve(import.meta.dirname, '../../deploy/nginx.conf')];
    const { status, stderr } = spawnSync(nginxPath, words, { encoding: 'utf8' });
    await rm(prefix, { recursive: true });
    expect(status, stderr).to.equal(0);
  });

  it('sends each request to the replica that answers, though it has just refused one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-nginx-'));
    const [listen, ...replicas] = await Promise.all([freePort(), freePort(), freePort()]);
    const serve = async (port: number | undefined): Promise<Server> => {
      const server = createServer((_request, response) => response.end()).listen(port, '127.0.0.1');
      await once(server, 'listening');
      return server;
    };
    const stop = async (server: Server): Promise<void> => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    };
    const ask = async () => {
      const url = `http://127.0.0.1:${listen}/`;
      const all = Array.from({ length: 20 }, () => fetch(url, { method: 'POST' }));
      return new Set((await Promise.all(all)).map(({ status }) => status));
    };
    const [first, second] = [await serve(replicas[0]), await serve(replicas[1])];
    const nginx = await startNginx(folder, { listen, replicas });
    try {
      await stop(first);
      expect(await ask()).to.deep.equal(new Set([200]));
      const again = await serve(replicas[0]);
      await stop(second);
      expect(await ask()).to.deep.equal(new Set([200]));
      await stop(again);
    } finally {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    }
  });
});
