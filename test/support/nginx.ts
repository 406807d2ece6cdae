import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nginxPath } from './nginx-path.ts';

const nginxConf = resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** nginx with deploy/nginx.conf, but for addresses. */
export async function startNginx(
  folder: string,
  { listen, replicas }: { readonly listen: number; readonly replicas: readonly number[] },
): Promise<ChildProcess> {
  const [first, second] = replicas;
  const text = (await readFile(nginxConf, 'utf8'))
    .replace('172.28.0.11:3000', `127.0.0.1:${first}`)
    .replace('172.28.0.12:3000', `127.0.0.1:${second}`)
    .replace('listen 8080', `listen 127.0.0.1:${listen}`)
    .replace('worker_processes auto', 'worker_processes 2')
    // A replica that is away is part of the upgrade.
    .replace('error_log stderr warn', 'error_log stderr crit');
  const prefix = join(folder, 'nginx');
  await mkdir(prefix);
  await chmod(prefix, 0o777);
  const file = join(prefix, 'nginx.conf');
  await writeFile(file, text);
  const words = ['-p', prefix, '-e', 'stderr', '-c', file, '-g', 'daemon off;'];
  const child = spawn(nginxPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'spawn');
  while ((await fetch(`http://127.0.0.1:${listen}/`).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error('nginx has ended');
    await wait(50);
  }
  return child;
}
