import { cpSync, globSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join, matchesGlob } from 'node:path';
import { Copy, DockerfileParser, From, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { run } from '../../scripts/package/trial-shop.ts';

/** What a Dockerfile makes, in a folder instead of a container. */
export interface Image {
  /** The folder that is `/` in the image. */
  readonly root: string;
  /** Absolute path in the image. */
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly stopSignal: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export interface BuildOptions {
  readonly dockerfile: string;
  /** The folder that COPY reads. */
  readonly context: string;
  /** An empty folder for the stages. Users without rights must be able to reach it. */
  readonly into: string;
}

interface Stage extends Image {
  readonly name: string;
}

/**
 * Runs the instructions of a Dockerfile one by one, without a container engine. The base image is this machine with
 * this Node. Paths of the image lie below `into`, so RUN may use relative paths only. Throws at an instruction that it
 * does not know.
 */
export async function buildImage({ dockerfile, context, into }: BuildOptions): Promise<Image> {
  // Another user may not reach the folder of this Node.
  await mkdir(join(into, 'bin'));
  await copyFile(process.execPath, join(into, 'bin/node'));
  const staged = join(into, 'context');
  await copyContext(context, staged, await readIgnored(`${dockerfile}.dockerignore`));

  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(await readFile(dockerfile, 'utf8')).getInstructions()) {
    if (instruction instanceof From) {
      stages.push(await emptyStage(join(into, `stage-${stages.length}`), instruction.getBuildStage() ?? ''));
      continue;
    }
    const stage = stages.pop();
    if (stage === undefined) throw new Error('the first instruction is not FROM');
    stages.push({ ...stage, ...(await follow(instruction, stage, { staged, stages })) });
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error(`${dockerfile} has no FROM`);
  return last;
}

async function emptyStage(root: string, name: string): Promise<Stage> {
  await mkdir(root);
  const nothing: readonly string[] = [];
  return {
    name,
    root,
    workdir: '/',
    environment: {},
    user: '',
    stopSignal: '',
    command: nothing,
    healthCheck: nothing,
  };
}

interface Sources {
  readonly staged: string;
  readonly stages: readonly Stage[];
}

async function follow(instruction: Instruction, stage: Stage, sources: Sources): Promise<Partial<Image>> {
  const text = instruction.getRawArgumentsContent() ?? '';
  const words = instruction instanceof JSONInstruction ? jsonWords(text) : undefined;
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      await mkdir(join(stage.root, text), { recursive: true });
      return { workdir: text };
    case 'ENV': {
      const [name = '', value = ''] = text.split('=');
      return { environment: { ...stage.environment, [name]: value } };
    }
    case 'USER':
      return { user: text };
    case 'STOPSIGNAL':
      return { stopSignal: text };
    case 'EXPOSE':
      return {};
    case 'CMD':
      return { command: execForm(words, text) };
    case 'HEALTHCHECK':
      return { healthCheck: execForm(jsonWords(text.replace(/^[^[]*\bCMD\s+/, '')), text) };
    case 'RUN':
      await run(asUser(stage, words ?? ['/bin/sh', '-c', mapped(text, stage.user)]), placeOf(stage));
      return {};
    case 'COPY':
      copy(instruction, stage, sources);
      return {};
    default:
      throw new Error(`no case for ${instruction.getKeyword()} in docker-image.ts`);
  }
}

/** Without a shell, the process gets the signals of the engine itself. */
function execForm(words: readonly string[] | undefined, text: string): readonly string[] {
  if (words === undefined) throw new Error(`not in exec form: ${text}`);
  return words;
}

function jsonWords(text: string): readonly string[] | undefined {
  return text.startsWith('[') ? JSON.parse(text) : undefined;
}

function copy(instruction: Instruction, stage: Stage, { staged, stages }: Sources): void {
  if (!(instruction instanceof Copy)) throw new Error('COPY is parsed as something else');
  const from = instruction.getFromFlag()?.getValue();
  const source = from == null ? staged : stages.find(({ name }) => name === from)?.root;
  if (source === undefined) throw new Error(`there is no stage ${from}`);
  const names = instruction.getArguments().map((argument) => argument.getValue());
  const target = join(stage.root, names.at(-1)?.startsWith('/') ? '' : stage.workdir, names.at(-1) ?? '');
  for (const pattern of names.slice(0, -1)) {
    // A name must be there, a pattern need not match.
    const found = pattern.includes('*') ? globSync(pattern, { cwd: source }) : [pattern];
    for (const name of found) {
      const place = pattern.includes('*') || /\.\w+$/.test(pattern) ? join(target, name) : target;
      cpSync(join(source, name), place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    }
  }
}

async function readIgnored(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

async function copyContext(context: string, staged: string, ignored: readonly string[]): Promise<void> {
  const isKept = (path: string) => !ignored.some((pattern) => matchesGlob(path, pattern));
  await cp(context, staged, {
    recursive: true,
    filter: (source) => source === context || isKept(source.slice(context.length + 1)),
  });
}

/** Only root can become the user of the image. For others, as with a rootless engine, that user is themselves. */
const isRoot = process.getuid?.() === 0;

export function asUser({ user }: Pick<Image, 'user'>, command: readonly string[]): readonly string[] {
  if (user === '' || !isRoot) return command;
  const [uid = '', gid = uid] = user.split(':');
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', ...command];
}

function mapped(script: string, user: string): string {
  return isRoot || user !== '' ? script : script.replaceAll('1000:1000', `${process.getuid?.()}:${process.getgid?.()}`);
}

/** Folder and environment of a process in the image. */
export function placeOf(image: Image): { readonly cwd: string; readonly env: Readonly<Record<string, string>> } {
  const own = join(dirname(image.root), 'bin');
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const cache = process.env.npm_config_cache ?? `${process.env.HOME}/.npm`;
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    PATH: [own, ...others].join(delimiter),
    ...{ npm_config_cache: cache, npm_config_prefer_offline: 'true' },
    // A proxy's certificate is the machine's.
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
  };
  return { cwd: join(image.root, image.workdir), env: { ...env, ...image.environment } };
}

/** Takes the right to write from everyone, but for the mounted folders. */
export async function makeReadOnly(image: Image, mounts: readonly string[]): Promise<void> {
  const all = globSync('**/*', { cwd: image.root, withFileTypes: true });
  const folders = all.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const closed = folders.filter((folder) => !mounts.some((mount) => folder === join(image.root, mount)));
  await Promise.all([image.root, ...closed].map((folder) => chmod(folder, 0o555)));
}
