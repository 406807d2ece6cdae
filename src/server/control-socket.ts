import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode, errorMessage, ignoreMissing, isObject, type Logger, parseKnown } from '#base';
import { digest } from '#bundle';
import type { Generations } from './generations/generations.ts';

/** Requests of a command to a serving process. Request and response are one line of JSON each. */
export type ControlRequest =
  | { readonly kind: 'list' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'rollback'; readonly generation: number | undefined };

/** A gateway says that it is there. Another gateway that starts gives its process id. */
interface Greeting {
  readonly kind: 'greet';
  readonly starting: number | undefined;
}

export interface ControlParts {
  readonly generations: Generations;
  readonly logger: Logger;
}

/** The longest request line in characters. */
const longestLine = 1_000;

/** Milliseconds for a gateway to say that it is there. */
const greetMs = 2_000;
/** Milliseconds for a gateway to build a generation. */
const workMs = 60_000;
/** Milliseconds from the creation of a socket until its process listens. */
const listenMs = 1_000;

/**
 * Opens this process's control socket for commands of the same user, and says which other gateways serve the project.
 * Undefined when the socket cannot be created: the shop opens without it.
 */
export async function openControl(stateFolder: string, parts: ControlParts): Promise<AsyncDisposable | undefined> {
  const folder = controlFolder(stateFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireOwn(folder);
    // Processes of two containers that share the folder may have one id.
    const path = join(folder, `${process.pid}-${randomBytes(3).toString('hex')}.sock`);
    const token = randomBytes(32).toString('base64url');
    await writeFile(tokenFile(path), token, { flag: 'wx', mode: 0o600 });
    const server = createServer((socket) => serve(socket, token, parts));
    server.once('close', () => void rm(tokenFile(path), { force: true }).catch(() => undefined));
    await once(server.listen(path), 'listening');
    await chmod(path, 0o600);
    server.unref();
    // When two start at once, each listens before it looks, so at least one finds the other.
    const others = await greetAll(folder, { pid: process.pid, path });
    for (const { pid } of others) warnOfAnother(parts.logger, pid);
    return server;
  } catch (err) {
    parts.logger.warn('commands cannot reach this process', { err });
    return undefined;
  }
}

function warnOfAnother(logger: Logger, pid: number): void {
  logger.warn('another gateway of this folder runs', { pid });
}

// In a folder that all users can write to, another user may have created this one.
async function requireOwn(folder: string): Promise<void> {
  const status = await lstat(folder);
  if (!status.isDirectory() || status.uid !== process.getuid?.()) throw new Error(`${folder} is not this user's own`);
  await chmod(folder, 0o700);
}

// A process of the same user may reach the socket and no file: an extension with `network: true`.
function tokenFile(path: string): string {
  return path.replace(/\.sock$/, '.token');
}

function serve(socket: Socket, token: string, { generations, logger }: ControlParts): void {
  let received = '';
  socket.setEncoding('utf8').setTimeout(60_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
    const [line, rest] = received.split('\n', 2);
    if (received.length > longestLine) socket.destroy();
    if (line === undefined || rest === undefined) return;
    received = '';
    void answer(line, token, { generations, logger })
      .catch((err: unknown) => {
        logger.error('command failed', { err });
        return { error: errorMessage(err) };
      })
      .then((result) => socket.end(`${JSON.stringify(result)}\n`));
  });
}

async function answer(line: string, token: string, { generations, logger }: ControlParts): Promise<object> {
  const value = parseKnown(line, isObject);
  if (!isToken(value?.token, token)) {
    logger.warn('command without the token was refused');
    return { error: 'The request does not have the token of this process.' };
  }
  const request = readRequest(value ?? {});
  switch (request?.kind) {
    case 'greet':
      if (request.starting !== undefined) warnOfAnother(logger, request.starting);
      return { pid: process.pid };
    case 'list':
      return { generations: generations.list() };
    case 'reload':
      return { generation: await generations.reload('stoa reload') };
    case 'rollback': {
      const generation = await generations.rollback(request.generation);
      return generation === undefined ? { unknown: true, generations: generations.list() } : { generation };
    }
    case undefined:
      return { error: 'This is not a request that is known here.' };
  }
}

function isToken(sent: unknown, token: string): boolean {
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  const own = Buffer.from(token);
  return given.length === own.length && timingSafeEqual(given, own);
}

function readRequest(value: Readonly<Record<string, unknown>>): ControlRequest | Greeting | undefined {
  const { kind, generation, starting } = value;
  if (kind === 'list' || kind === 'reload') return { kind };
  if (kind === 'greet') return { kind, starting: typeof starting === 'number' ? starting : undefined };
  if (kind !== 'rollback' || (generation !== undefined && typeof generation !== 'number')) return undefined;
  return { kind, generation };
}

/** A gateway that serves the project. */
export interface FoundGateway {
  readonly pid: number;
  /** Whether it said within 2 s that it is there. A process that is stopped or blocked did not. */
  readonly answers: boolean;
  /** The gateway's response. Rejects with Error when there is none, or none within 60 s. */
  ask(request: ControlRequest): Promise<unknown>;
}

/** All gateways that serve the project, by process id. Removes the sockets of processes that have ended. */
export function findGateways(stateFolder: string): Promise<readonly FoundGateway[]> {
  return greetAll(controlFolder(stateFolder));
}

/** All gateways of the folder, but for the one that starts here. The others log its process id. */
async function greetAll(
  folder: string,
  starting?: { readonly pid: number; readonly path: string },
): Promise<readonly FoundGateway[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const paths = names.filter((name) => /^\d+-[0-9a-f]+\.sock$/.test(name)).map((name) => join(folder, name));
  const found = await Promise.all(
    paths.filter((path) => path !== starting?.path).map((path) => greet(path, starting?.pid)),
  );
  return found.flatMap((gateway) => gateway ?? []).toSorted((a, b) => a.pid - b.pid);
}

async function greet(path: string, starting: number | undefined): Promise<FoundGateway | undefined> {
  const pid = Number.parseInt(basename(path), 10);
  const ask = (request: ControlRequest): Promise<unknown> => send(path, request, workMs);
  try {
    await send(path, { kind: 'greet', starting }, greetMs);
    return { pid, answers: true, ask };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code !== 'ECONNREFUSED') return { pid, answers: false, ask };
    // A killed process leaves its socket. A starting one has not listened yet.
    const status = await lstat(path).catch(() => undefined);
    if (status !== undefined && Date.now() - status.mtimeMs > listenMs)
      await Promise.all([rm(path, { force: true }), rm(tokenFile(path), { force: true })]);
    return undefined;
  }
}

/** Rejects with Error: of the connection, or when the response is empty, no JSON, or not there in time. */
async function send(path: string, request: ControlRequest | Greeting, ms: number): Promise<unknown> {
  const token = await readFile(tokenFile(path), 'utf8');
  const socket = connect({ path, signal: AbortSignal.timeout(ms) });
  // The token is in a file that only this user can read.
  socket.write(`${JSON.stringify({ ...request, token })}\n`);
  try {
    return JSON.parse(await text(socket));
  } finally {
    socket.destroy();
  }
}

/** Operating systems limit a socket's path to about a hundred characters. */
const longestFolder = 80;

/** The folder of a project's control sockets, which only its own user can enter. */
function controlFolder(stateFolder: string): string {
  const folder = join(stateFolder, 'run');
  if (Buffer.byteLength(folder) <= longestFolder) return folder;
  return join(tmpdir(), `stoa-${process.getuid?.() ?? 0}-${digest(stateFolder)}`);
}
