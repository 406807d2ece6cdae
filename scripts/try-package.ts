/**
 * `npm run try-package`: makes the tarballs and follows a new user: an empty folder, a new shop, npm install,
 * start, dev, an edit, stop. It does so with the machine's own Node (20.17 or newer) and with the current one, and
 * prints the times.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { own, root } from './package/manifest.ts';
import {
  type Environment,
  edit,
  expectText,
  get,
  openShop,
  processesOf,
  removeDatabase,
  run,
} from './package/trial-shop.ts';

const temporary = await realpath(await mkdtemp(join(tmpdir(), 'stoa-try-')));
const packages = join(temporary, 'packages');
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
const { NODE_EXTRA_CA_CERTS } = process.env;
const certificates: Environment = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };
const currentPath = [dirname(process.execPath), ...systemPath];
try {
  await timed('tarballs', () =>
    run([process.execPath, 'scripts/pack-all.ts', packages], { cwd: root, env: process.env }),
  );
  const { stdout: cache } = await run(['npm', 'config', 'get', 'cache'], { cwd: root, env: process.env });
  await tryShop('init', { path: systemPath, cache: cache.trim() });
  await tryShop('create', { path: currentPath, cache: cache.trim() });
} finally {
  await rm(temporary, { recursive: true, force: true });
}

type Maker = 'init' | 'create';

async function tryShop(maker: Maker, { path, cache }: { path: readonly string[]; cache: string }): Promise<void> {
  const started = performance.now();
  const folder = join(temporary, maker);
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const env: Environment = {
    PATH: path.join(delimiter),
    HOME: home,
    npm_config_cache: cache,
    // A proxy's certificate is the machine's, and no setting of a new user.
    ...certificates,
    npm_config_update_notifier: 'false',
  };
  const { stdout: version } = await run(['node', '--version'], { cwd: folder, env });
  console.log(`\nNode ${version.trim()}`);
  const cwd = join(folder, 'my-shop');
  try {
    await timed(maker === 'init' ? 'stoa init' : 'npm create stoa', () => makeShop(maker, folder, env));
    await timed('npm install', () => install({ cwd, env }, version));
    await timed('npx stoa check', () => run(['npx', 'stoa', 'check'], { cwd, env }));
    await timed('npm run types', () => run(['npm', 'run', 'types'], { cwd, env }));
    await timed('npm start', () => lookAround({ cwd, env }));
    await timed('npm run dev', () => develop({ cwd, env }));
    const left = await processesOf(folder);
    if (left.length > 0) throw new Error(`still running:\n${left.join('\n')}`);
  } finally {
    await removeDatabase(cwd);
  }
  console.log(`${seconds(started)}  in all`);
}

async function makeShop(maker: Maker, folder: string, env: Environment): Promise<void> {
  const words = ['my-shop', '--yes', '--packages', packages];
  if (maker === 'create') {
    const tarball = join(packages, `create-stoa-${own.version}.tgz`);
    await run(['npm', 'exec', '--yes', `--package=${tarball}`, '--', 'create-stoa', ...words], { cwd: folder, env });
  } else {
    // Unpacked as npx does it, without the dependencies of stoa, because `init` needs none.
    await run(['tar', '-xzf', join(packages, `stoa-${own.version}.tgz`)], { cwd: folder, env });
    await run(['node', 'package/bin/stoa.mjs', 'init', ...words], { cwd: folder, env });
  }
}

interface Place {
  readonly cwd: string;
  readonly env: Environment;
}

async function install(place: Place, version: string): Promise<string> {
  const { stderr } = await run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'], place);
  const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn'));
  // The README explains these warnings.
  const isOld = Number(/\d+/.exec(version)?.[0]) < 22;
  const others = isOld ? warnings.filter((line) => !line.startsWith('npm warn EBADENGINE')) : warnings;
  if (others.length > 0) throw new Error(`npm install warns:\n${others.join('\n')}`);
  return `${warnings.filter((line) => line.includes('package:')).length} packages ask for a newer Node`;
}

async function lookAround(place: Place): Promise<string> {
  const shop = await openShop('start', place);
  try {
    const query = '{ greeting product(id: "1001") { name reviews { rating } } }';
    const answer = await get(`${shop.url}/graphql?query=${encodeURIComponent(query)}`, 'application/json');
    expectText(answer, /"greeting":"Welcome.*"name":"Vitamin.*"rating":\d/, 'the GraphQL answer');

    const home = await get(`${shop.url}/`, 'text/html');
    expectText(home, /Welcome to your new shop/, 'the homepage');
    const style = expectText(home, /<link[^>]* href="(\/assets\/[^"]+\.css)"/, 'the homepage');
    expectText(await get(shop.url + style, 'text/css'), /border-inline-start/, style);

    const register = await get(`${shop.url}/register`, 'text/html');
    const loader = expectText(register, /src="(\/assets\/islands-[^"]+\.js)"/, 'the page with an island');
    await get(shop.url + loader, 'text/javascript');
    const island = expectText(register, /\/assets\/[\w.-]*NewPassword[\w.-]*\.js/, 'the page with an island');
    await get(shop.url + island, 'text/javascript');

    expectText(await get(shop.consoleUrl, 'text/html'), /<h1/, 'the console');
  } finally {
    await shop.stop();
  }
  return `open after ${Math.round(shop.readyMs)} ms`;
}

async function develop(place: Place): Promise<string> {
  const shop = await openShop('dev', place);
  try {
    expectText(await get(`${shop.url}/graphql`, 'text/html'), /GraphiQL/, 'GraphiQL');
    const greeting = join(place.cwd, 'extensions/greeting');
    const texts = ['Welcome to your new shop', 'Good morning'] as const;
    const ms = await edit(join(greeting, 'graphql/Greeting.resolvers.ts'), texts, `${shop.url}/`);
    const page = await edit(join(greeting, 'pages/homepage/Greeting.tsx'), ['<p ', '<p id="edited" '], `${shop.url}/`);
    return `open after ${Math.round(shop.readyMs)} ms, edits seen after ${Math.round(ms)} and ${Math.round(page)} ms`;
  } finally {
    await shop.stop();
  }
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  const said = await work();
  console.log(`${seconds(started)}  ${name}${typeof said === 'string' ? `: ${said}` : ''}`);
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`;
}
