import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { tlsProblem } from '../../src/postgres/connection/tls-parameters.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';

const host = '127.0.0.1';

describe('sslmode in DATABASE_URL, with a certificate that no authority of this machine signed', () => {
  let folder: string;
  let port: number;
  let urlOf: (query: string) => string;
  let close: () => Promise<unknown>;
  const pathOf = (name: string) => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-tls-'));
    for (const name of ['server', 'other'])
      execFileSync(
        'openssl',
        [
          ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
          ...['-subj', '/CN=database.test', '-keyout', pathOf(`${name}.key`), '-out', pathOf(`${name}.crt`)],
        ],
        { stdio: 'ignore' },
      );
    const { url, drop } = await createDatabase();
    const { host: socketFolder, port: number, user, password, database } = parseDatabaseUrl(url);
    const server = await encrypt(`${socketFolder}/.s.PGSQL.${number}`, {
      key: await readFile(pathOf('server.key')),
      cert: await readFile(pathOf('server.crt')),
    });
    ({ port } = server);
    urlOf = (query) => `postgresql://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}${query}`;
    close = async () => {
      await server.close();
      await drop();
      await rm(folder, { recursive: true });
    };
  });
  after(() => close());

  const ask = async (query: string): Promise<unknown> => {
    const client = await connect(parseDatabaseUrl(urlOf(query)));
    try {
      return (await client.query('select 1 as one')).rows;
    } finally {
      await client.end();
    }
  };

  for (const mode of ['allow', 'prefer', 'require'])
    it(`${mode} encrypts, and does not verify`, async () => {
      expect(await ask(`?sslmode=${mode}`)).to.deep.equal([{ one: 1 }]);
    });

  for (const mode of ['require', 'verify-ca'])
    it(`${mode} verifies the authority of sslrootcert, and not the name`, async () => {
      const query = (name: string) => `?sslmode=${mode}&sslrootcert=${encodeURIComponent(pathOf(`${name}.crt`))}`;
      expect(await ask(query('server'))).to.deep.equal([{ one: 1 }]);
      expect(await rejection(ask(query('other')))).to.match(/self.signed certificate/);
    });

  it('verify-full verifies the authority and the name', async () => {
    expect(await rejection(ask('?sslmode=verify-full'))).to.match(/self.signed certificate/);
    const root = encodeURIComponent(pathOf('server.crt'));
    expect(await rejection(ask(`?sslmode=verify-full&sslrootcert=${root}`))).to.match(/does not match certificate/);
  });

  it('sslrootcert=system takes the authorities of this machine', async () => {
    expect(await rejection(ask('?sslmode=require&sslrootcert=system'))).to.match(/self.signed certificate/);
  });

  it('a file that cannot be used is named with its parameter, and without the password', async () => {
    await writeFile(pathOf('text'), 'no certificate');
    execFileSync('mkfifo', [pathOf('pipe')]);
    for (const [query, what] of [
      ['sslrootcert=/nowhere/ca.crt', 'its sslrootcert is /nowhere/ca.crt, and there is no such file'],
      ['sslcert=/nowhere/a.crt', 'its sslcert is /nowhere/a.crt, and there is no such file'],
      ['sslkey=/nowhere/a.key', 'its sslkey is /nowhere/a.key, and there is no such file'],
      [`sslrootcert=${folder}`, `its sslrootcert is ${folder}, which is no file`],
      [`sslrootcert=${pathOf('pipe')}`, `its sslrootcert is ${pathOf('pipe')}, which is no file`],
      [`sslrootcert=${pathOf('text')}`, `its sslrootcert is ${pathOf('text')}, and the file is not in PEM form`],
      ['sslmode=verify-ca', 'its sslmode is verify-ca, which needs the certificate of the authority'],
      ['sslmode=required', 'its sslmode is none that PostgreSQL knows'],
    ] as const)
      expect(() => parseDatabaseUrl(`postgresql://ann:hunter2@db/shop?${query}`), query).to.throw(Error, what);
    expect(tlsProblem('postgresql://db/shop?sslrootcert=/nowhere/ca.crt')?.fix).to.include('DATABASE_URL');
  });
});

/** A server that speaks TLS as PostgreSQL does, in front of one that listens on a Unix socket. */
async function encrypt(path: string, certificate: { readonly key: Buffer; readonly cert: Buffer }) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    // SSLRequest has 8 bytes: https://www.postgresql.org/docs/current/protocol-message-formats.html
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...certificate });
      const behind = connectSocket(path);
      for (const each of [secure, behind]) each.on('error', () => [secure, behind].map((end) => end.destroy()));
      secure.pipe(behind).pipe(secure);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
