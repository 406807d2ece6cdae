/**
 * `npm create stoa my-shop` and `stoa init my-shop`. Plain JavaScript without packages: npm may run it with Node
 * 20, and before it installs anything.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countryOf, factsOf, likelyCountry } from './shop-facts.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const template = join(here, 'template');
const defaultFolder = 'my-shop';

/** An error that the user can mend. Only its message is printed. */
class CreateError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export async function createShop(words, { command }) {
  try {
    const options = readOptions(words, command);
    if (options.help) {
      console.log(usage(command));
      return 0;
    }
    const folder = resolve(options.folder ?? (await askFolder(command)));
    const asks = !options.yes && process.stdin.isTTY === true;
    const country = await chosenCountry(options.country, asks);
    const name = shopName(folder);
    const packages = options.packages === undefined ? undefined : await findTarballs(resolve(options.packages));
    const manifest = await shopManifest(name, packages);
    await prepareFolder(folder);
    const isEmpty = options.empty || (asks && !(await confirm('Begin with example products, to look around?')));
    await writeShop(folder, { manifest, isEmpty, country });
    console.log(nextSteps(folder));
    if (asks && (await confirm('\nDo this now, and open the shop?'))) return await openShop(folder);
    return 0;
  } catch (error) {
    const known = error instanceof CreateError ? error : systemError(error);
    if (known === undefined) throw error;
    console.error(known.message);
    return known.exitCode;
  }
}

function usage(command) {
  return [
    `Usage: ${command} [folder] [options]`,
    '',
    'Makes a new shop in this folder.',
    '',
    'Options:',
    `  -y, --yes         ask nothing: the folder is ${defaultFolder} unless you name one`,
    '  --empty           begin without example products, categories, vouchers, texts and greeting',
    '  --country <code>  where the shop is, such as DE: its language, currency, time zone and first delivery zone (IE)',
    "  --packages <dir>  install Stoa's packages from the tarballs in this folder",
    '  -h, --help        print this',
  ].join('\n');
}

function readOptions(words, command) {
  const options = {
    yes: { type: 'boolean', short: 'y', default: false },
    empty: { type: 'boolean', default: false },
    country: { type: 'string' },
    packages: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  };
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new CreateError(`${error.message}\n\n${usage(command)}`, 2);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1)
    throw new CreateError(`One shop has one folder, not ${positionals.length}.\n\n${usage(command)}`, 2);
  const [folder = values.yes ? defaultFolder : undefined] = positionals;
  return { ...values, folder };
}

async function askFolder(command) {
  if (!process.stdin.isTTY) throw new CreateError(`Name the folder of the new shop: ${command} ${defaultFolder}`, 2);
  return (await ask(`Folder of the new shop (${defaultFolder}): `)) || defaultFolder;
}

/** Throws a CreateError when the input ends, or Ctrl+C is typed. */
async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  const end = () => ended.abort();
  // Without a listener, Node 20 throws where nothing can catch it.
  terminal.once('SIGINT', end).once('close', end);
  try {
    return (await terminal.question(question, { signal: ended.signal })).trim();
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new CreateError('\nStopped.', 130);
  } finally {
    terminal.close();
  }
}

/** A wrong answer is asked for again. */
async function chosenCountry(given, asks) {
  if (given !== undefined) {
    const country = countryOf(given);
    if (country === undefined) throw new CreateError(`"${given}" is no country. Write its code, such as DE.`, 2);
    return country;
  }
  if (!asks) return 'IE';
  const likely = likelyCountry();
  for (;;) {
    const typed = await ask(`Country of the shop, such as Germany or DE (${likely}): `);
    const country = countryOf(typed || likely);
    if (country !== undefined) return country;
    console.log(`"${typed}" is no country. Write its code, such as DE.`);
  }
}

/** Anything but a no is a yes. */
async function confirm(question) {
  return !/^n/i.test(await ask(`${question} (Y/n): `));
}

/** The folder's name becomes the name in package.json, so it must follow npm's rules. */
function shopName(folder) {
  const name = basename(folder);
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name))
    throw new CreateError(
      `"${name}" cannot be the name of a shop. Use lower-case letters, digits, "-", "_" and ".", for example ${defaultFolder}.`,
    );
  // npm installs no package into a project of the same name.
  if (['stoa', 'node', 'node_modules', 'typescript'].includes(name))
    throw new CreateError(
      `A shop cannot have the name "${name}", which is a package that it needs. Choose another one.`,
    );
  return name;
}

async function prepareFolder(folder) {
  const found = await stat(folder).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) {
    await mkdir(folder, { recursive: true });
    return;
  }
  if (!found.isDirectory()) throw new CreateError(`${folder} is a file. Choose another name.`);
  const files = (await readdir(folder)).filter((name) => name !== '.git');
  if (files.length > 0)
    throw new CreateError(
      `${folder} is not empty: it has ${files[0]} in it. Choose another folder, or empty this one.`,
    );
  await access(folder, constants.W_OK);
}

async function writeShop(folder, { manifest, isEmpty, country }) {
  await cp(template, folder, { recursive: true });
  // npm leaves .gitignore files out of packages.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const config = join(folder, 'gateway.yaml');
  const text = inCountry(await readFile(config, 'utf8'), { country, isEmpty });
  await writeFile(config, isEmpty ? withoutExamples(text, country) : text);
}

/** gateway.yaml of a shop there. The template is a shop in Ireland. */
function inCountry(text, { country, isEmpty }) {
  if (country === 'IE') return text;
  const { language, currency, timeZone } = factsOf(country);
  const own = `${language}-${country}`;
  // Example products are written in English, and translated.
  const locale = isEmpty || language === 'en' ? own : `en-${country}, locales: [en-${country}, ${own}]`;
  const facts = `locale: ${locale}, currency: ${currency}, country: ${country}, timeZone: ${timeZone}`;
  const zones = `settings: { zones: [{ countries: [${country}], amount: 490, days: [2, 3] }] }`;
  return text
    .replace(/locale: en-IE, .*(?= \}$)/m, facts)
    .replace(/(- \{ name: flat-rate-shipping, .*)(?= \}$)/m, `$1, ${zones}`);
}

/** The words of the home page in a shop that sells something else than the example products. */
const welcomes = {
  en: 'title: Welcome, about: "Have a look around."',
  de: 'title: Willkommen, about: "Schön, dass Sie da sind."',
  ar: 'title: أهلا وسهلا, about: "تفضلوا بالتجول في المتجر."',
};

function withoutExamples(text, country) {
  const { language } = factsOf(country);
  const welcome = `settings: { welcome: { ${language}-${country}: { ${welcomes[language]} } } }`;
  return (
    text
      .replace(/^database: \{(.*) \}$/m, 'database: {$1, seed: never }')
      .replace(/(- \{ name: theme, .*)(?= \}$)/m, `$1, ${welcome}`)
      // The example of an extension greets on the home page.
      .replace('- { name: greeting,', '# - { name: greeting,')
  );
}

/** Installs the packages and opens the shop, which runs until it is stopped. Returns the exit code. */
async function openShop(folder) {
  // Ctrl+C reaches the shop, which ends by itself.
  process.on('SIGINT', () => undefined);
  return (await runNpm(folder, 'install')) || (await runNpm(folder, 'run', 'dev'));
}

async function runNpm(folder, ...words) {
  // npm is a script of the shell on Windows.
  const npm = spawn('npm', words, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = await once(npm, 'exit');
  return code ?? 1;
}

async function shopManifest(name, packages) {
  const manifest = await readJson(join(template, 'package.json'));
  const { version } = await readJson(join(here, 'package.json'));
  const resolved = (dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([dependency, range]) => {
        if (range !== 'own') return [dependency, range];
        return [dependency, packages === undefined ? `^${version}` : tarballOf(dependency, packages)];
      }),
    );
  const { dependencies, devDependencies } = manifest;
  return { name, ...manifest, dependencies: resolved(dependencies), devDependencies: resolved(devDependencies) };
}

async function findTarballs(folder) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return { folder, names: names.filter((name) => name.endsWith('.tgz')) };
}

function tarballOf(dependency, { folder, names }) {
  const start = `${dependency.replace('@', '').replace('/', '-')}-`;
  const found = names.filter((name) => name.startsWith(start) && /^\d/.test(name.slice(start.length)));
  if (found.length === 1) return `file:${join(folder, found[0])}`;
  const what = found.length === 0 ? 'no tarball' : `${found.length} tarballs`;
  throw new CreateError(
    `${folder} has ${what} of ${dependency}. "npm run pack-all" in Stoa's repository makes one of each.`,
  );
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

function nextSteps(folder) {
  const path = relative(process.cwd(), folder);
  return [
    `The shop is in ${folder}. Now:`,
    '',
    ...(path === '' ? [] : [`  cd ${path.startsWith('..') ? folder : path}`]),
    '  npm install',
    '  npm run dev',
  ].join('\n');
}

/** Describes an error of the file system. */
function systemError(error) {
  if (typeof error?.code !== 'string' || typeof error.syscall !== 'string') return undefined;
  const where = error.path ?? dirname(template);
  const refused = ['EACCES', 'EPERM', 'EROFS'].includes(error.code);
  if (refused) return new CreateError(`You may not use ${where} (${error.code}). Choose a folder of your own.`);
  return new CreateError(`${where} cannot be used: ${error.message}`);
}
