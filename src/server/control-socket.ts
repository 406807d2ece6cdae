import { once } from 'node:events';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode, errorMessage, isObject, type Logger } from '#base';
import { digest } from '#bundle';
import type { Generations } from './generations/generations.ts';

/** Requests of a command to the serving process. Request and response are one line of JSON each. */
export type ControlRequest =
  | { readonly kind: 'list' }
  | { readonly kind: 'rollback'; readonly generation: number | undefined };

export interface ControlParts {
  readonly generations: Generations;
  readonly logger: Logger;
}

/** The longest request line in characters. */
const longestLine = 1_000;

/**
 * Opens the control socket for commands of the same user. Undefined when another process of this project has one, or
 * when the socket cannot be created: the shop opens without it.
 */
export async function openControl(stateFolder: string, parts: ControlParts): Promise<AsyncDisposable | undefined> {
  const { folder, path } = controlAddress(stateFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireOwn(folder);
    // A socket without a listener is left over from a killed process.
    if (await isAnswered(path)) return undefined;
    await rm(path, { force: true });
    const server = createServer((socket) => serve(socket, parts));
    await once(server.listen(path), 'listening');
    await chmod(path, 0o600);
    server.unref();
    return server;
  } catch (err) {
    parts.logger.warn('commands cannot reach this process', { err });
    return undefined;
  }
}

// In a folder that all users can write to, another user may have created this one.
async function requireOwn(folder: string): Promise<void> {
  const status = await lstat(folder);
  if (!status.isDirectory() || status.uid !== process.getuid?.()) throw new Error(`${folder} is not this user's own`);
  await chmod(folder, 0o700);
}

function serve(socket: Socket, { generations, logger }: ControlParts): void {
  let received = '';
  socket.setEncoding('utf8').setTimeout(60_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
    const [line, rest] = received.split('\n', 2);
    if (received.length > longestLine) socket.destroy();
    if (line === undefined || rest === undefined) return;
    received = '';
    void answer(line, generations)
      .catch((err: unknown) => {
        logger.error('command failed', { err });
        return { error: errorMessage(err) };
      })
      .then((result) => socket.end(`${JSON.stringify(result)}\n`));
  });
}

async function answer(line: string, generations: Generations): Promise<object> {
  const request = parseRequest(line);
  switch (request?.kind) {
    case 'list':
      return { generations: generations.list() };
    case 'rollback': {
      const generation = await generations.rollback(request.generation);
      return generation === undefined ? { unknown: true, generations: generations.list() } : { generation };
    }
    case undefined:
      return { error: 'This is not a request that is known here.' };
  }
}

function parseRequest(line: string): ControlRequest | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    if (value.kind === 'list') return { kind: 'list' };
    const { generation } = value;
    if (value.kind !== 'rollback' || (generation !== undefined && typeof generation !== 'number')) return undefined;
    return { kind: 'rollback', generation };
  } catch {
    return undefined; // the command gets an error as the response
  }
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

/** Sends a request to the process that serves the project. Undefined when there is none. */
export async function askControl(stateFolder: string, request: ControlRequest): Promise<unknown> {
  const socket = connect(controlAddress(stateFolder).path);
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    const answer = await text(socket);
    return answer === '' ? undefined : JSON.parse(answer);
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Operating systems limit a socket's path to about a hundred characters. */
const longestPath = 100;

/** The path of a project's control socket, in a folder that only its own user can enter. */
function controlAddress(stateFolder: string): { readonly folder: string; readonly path: string } {
  const folder = join(stateFolder, 'run');
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPath) return { folder, path };
  const short = join(tmpdir(), `stoa-${process.getuid?.() ?? 0}-${digest(stateFolder)}`);
  return { folder: short, path: join(short, 'control.sock') };
}
