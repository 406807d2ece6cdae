/**
 * The documentation as a site: `node scripts/docs.ts build [FOLDER]` writes it, into site/dist/ by default.
 * `node scripts/docs.ts dev` shows it, and each change of docs/ at once. Installs the packages of the site first.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { installPackages } from './package/install-packages.ts';

const site = join(import.meta.dirname, '../site');
const [command = '', folder = join(site, 'dist')] = process.argv.slice(2);
if (command !== 'build' && command !== 'dev') throw new Error('Usage: node scripts/docs.ts build [FOLDER] | dev');
installPackages(site);
const { status } = spawnSync(process.execPath, [join(site, 'run.ts'), command, resolve(folder)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
