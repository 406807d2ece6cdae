import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectFindings, type Finding, isObject, readJsonFile, stoaVersion } from 'stoa/tooling';

/** What the package.json of a packed extension says. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  /** Range of each package that it needs at run time. */
  readonly dependencies: Readonly<Record<string, string>>;
}

const npmName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** The gateway has these: a second copy would refuse the objects of the first. */
const hostPackages = ['stoa', 'express', 'graphql', 'react', 'react-dom'];

const installScripts = ['preinstall', 'install', 'postinstall'];

/**
 * What the package.json of an extension must say before others can install it. Undefined when npm could not pack it.
 */
export async function checkPackageJson(
  file: string,
): Promise<{ readonly manifest: PackageJson | undefined; readonly findings: readonly Finding[] }> {
  const { findings, report } = collectFindings();
  const json = await readJsonFile(file, 'PACKAGE_JSON_INVALID', report);
  if (json === undefined) return { manifest: undefined, findings };
  const value = isObject(json.value) ? json.value : {};
  const say = (pointer: string, what: string, fix: string): void =>
    report('PACKAGE_INCOMPLETE', json.placeOf(pointer), { what, fix });
  const { valid } = await import('semver');
  const { name, version } = value;

  if (typeof name !== 'string' || !npmName.test(name))
    say('/name', 'has no "name" that npm takes', 'Write e.g. "name": "@our-team/loyalty".');
  if (typeof version !== 'string' || valid(version) === null)
    say('/version', 'has no "version"', 'Write e.g. "version": "0.1.0".');
  if (value.private === true) say('/private', 'is "private", so npm does not publish it', 'Remove "private".');
  checkStoaRange(value, say);
  checkDependencies(value, say);
  const advice = adviceOf(value).map(
    ([pointer, what, fix]): Finding => ({
      severity: 'warning',
      code: 'PACKAGE_ADVICE',
      where: json.placeOf(pointer),
      what,
      fix,
    }),
  );
  const isUsable = typeof name === 'string' && typeof version === 'string' && findings.length === 0;
  return {
    manifest: isUsable ? { name, version, dependencies: textsOf(value.dependencies) } : undefined,
    findings: [...findings, ...advice],
  };
}

type Say = (pointer: string, what: string, fix: string) => void;

// The gateway reads "stoa" when it starts. npm reads the peer when it installs.
function checkStoaRange({ stoa, peerDependencies }: Readonly<Record<string, unknown>>, say: Say): void {
  const peer = textsOf(peerDependencies).stoa;
  const range = `^${stoaVersion}`;
  const own = isObject(stoa) ? stoa.version : stoa;
  const key = isObject(stoa) ? 'version' : 'stoa';
  if (typeof own !== 'string') say('', 'does not say for which Stoa it is', `Add "${key}": "${peer ?? range}".`);
  else if (peer === undefined) say('', 'names no Stoa for npm', `Add "peerDependencies": { "stoa": "${own}" }.`);
  else if (peer !== own)
    say('/peerDependencies/stoa', `says "${peer}", but "stoa" says "${own}"`, 'Write the same range in both places.');
}

function checkDependencies(manifest: Readonly<Record<string, unknown>>, say: Say): void {
  for (const [name, range] of Object.entries(textsOf(manifest.dependencies))) {
    const pointer = `/dependencies/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (hostPackages.includes(name))
      say(pointer, `brings a second copy of "${name}", which the gateway has`, 'Move it to "devDependencies".');
    if (/^(?:file|link|workspace|portal):|^\.{0,2}\//.test(range))
      say(pointer, `"${range}" exists on this machine only`, 'Name a version that is published.');
  }
}

function adviceOf(
  manifest: Readonly<Record<string, unknown>>,
): readonly (readonly [pointer: string, what: string, fix: string])[] {
  const scripts = Object.keys(textsOf(manifest.scripts)).filter((name) => installScripts.includes(name));
  const always = [
    [manifest.type === 'module', '/type', 'is no ES module for editors and tests', 'Write "type": "module".'],
    [
      Array.isArray(manifest.files),
      '',
      'has no "files", so the package has tests and whatever else lies there',
      'List the folders that a shop needs, e.g. ["api", "graphql", "src"].',
    ],
    [typeof manifest.license === 'string', '', 'names no "license"', 'Write e.g. "license": "MIT", or "UNLICENSED".'],
    [
      typeof manifest.description === 'string',
      '',
      'has no "description"',
      'Say in one sentence what the extension is for.',
    ],
  ] as const;
  return [
    ...always.flatMap(([isGiven, ...advice]) => (isGiven ? [] : [advice])),
    ...scripts.map((name) => {
      const what = `needs the script "${name}", which shops may not run`;
      return [`/scripts/${name}`, what, 'Do this work before the package is made, in "prepack".'] as const;
    }),
  ];
}

export function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/** The folder of a package that this one has installed; undefined when it has not. */
export async function installedAt(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedAt(parent, name);
}
