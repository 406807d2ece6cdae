import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorMessage } from 'stoa/tooling';
import { extensionFolders, isOwn } from '../shop/index.ts';
import { withExtension } from './gateway-yaml.ts';
import { findOpenField, findPage, findPayload } from './shared/look-ups.ts';
import { NewPartError, type PartFiles } from './shared/new-part.ts';
import { type PartKind, templates } from './templates.ts';

export interface WritePartOptions {
  readonly kind: PartKind;
  readonly name: string;
  /** The extension that gets the part. Undefined: the one in whose folder this is, or the only one of the shop. */
  readonly extension: string | undefined;
  readonly options: Readonly<Record<string, string>>;
  /** Path of gateway.yaml. */
  readonly file: string;
  readonly from: string;
}

export interface WrittenPart {
  readonly extension: string;
  /** Absolute paths of what is new or changed. */
  readonly files: readonly string[];
  /** Makes the folder as it was before, also of what was generated into new folders. */
  undo(): Promise<void>;
}

/** Writes a part of an extension. Overwrites nothing. Throws NewPartError. */
export async function writePart(part: WritePartOptions): Promise<WrittenPart> {
  const { kind, name, file } = part;
  const template = templates[kind];
  if (!template.pattern.test(name)) throw new NewPartError(`"${name}" cannot be it`, `Give the ${template.named}.`);
  const target = kind === 'extension' ? await newExtension(part) : await partTarget(part);
  const page = await findPage(part);
  const payload = kind === 'subscriber' ? await findPayload(part) : undefined;
  const open = kind === 'contribution' ? await findOpenField(name, file) : undefined;
  const parts = template.write({
    name,
    extension: target.name,
    open,
    options: { ...part.options, ...page, ...(payload !== undefined && { payload }) },
    migrations: await readdir(join(target.folder, 'migrations')).catch(() => []),
  });
  const { written, undo } = await writeFiles(target.folder, parts);
  if (kind !== 'extension' || !existsSync(file)) return { extension: target.name, files: written, undo };
  const text = await readFile(file, 'utf8');
  const resolve = `./${relative(dirname(file), target.folder)}`;
  await writeFile(file, withExtension(text, { name: target.name, resolve }));
  const undoAll = async (): Promise<void> => {
    await writeFile(file, text);
    await undo();
  };
  return { extension: target.name, files: [...written, file], undo: undoAll };
}

interface Target {
  readonly name: string;
  readonly folder: string;
}

async function newExtension({ name, file, from }: WritePartOptions): Promise<Target> {
  const root = existsSync(file) ? join(dirname(file), 'extensions') : from;
  const folder = join(root, name);
  if (existsSync(folder)) throw new NewPartError(`${folder} is there already`, 'Choose another name.');
  return { name, folder };
}

/** The extension that gets a part. Throws NewPartError when there is none, or several. */
export async function partTarget({
  extension,
  file,
  from,
}: Pick<WritePartOptions, 'extension' | 'file' | 'from'>): Promise<Target> {
  const own = (await extensionFolders(file)).filter(isOwn);
  const named = own.filter(({ name, folder }) =>
    extension === undefined ? `${from}/`.startsWith(`${folder}/`) : name === extension,
  );
  const [target] = named.length > 0 ? named : extension === undefined && own.length === 1 ? own : [];
  if (target !== undefined) return target;
  const names = own.map(({ name }) => name).join(', ');
  const first = `npx stoa new extension ${extension ?? 'NAME'}`;
  throw new NewPartError(
    extension === undefined
      ? 'it is not said which extension gets it'
      : `there is no extension "${extension}" in ${file}`,
    names === ''
      ? `Write one first: ${first}.`
      : `Name one with --extension: ${names}.${extension === undefined ? '' : ` Or write it first: ${first}.`}`,
  );
}

/** Writes all files, or none. */
async function writeFiles(
  folder: string,
  { files, texts = {}, setting }: PartFiles,
): Promise<{ readonly written: readonly string[]; undo(): Promise<void> }> {
  const paths = Object.entries(files).map(([name, text]) => ({ path: join(folder, name), text }));
  for (const { path } of paths)
    if (existsSync(path)) throw new NewPartError(`${path} is there already`, 'Choose another name, or remove it.');
  const addTexts = (own: object) => ({ ...texts, ...own });
  // First: a file that is no JSON is a mistake, and then nothing is written.
  const added = [
    ...(Object.keys(texts).length === 0 ? [] : [await changeJson(await textsFile(folder), addTexts)]),
    ...(setting === undefined
      ? []
      : [await changeJson(join(folder, 'settings.schema.json'), (own) => withSetting(own, setting))]),
  ];
  const newFolders: string[] = [];
  for (const { path, text } of paths) {
    const first = await mkdir(dirname(path), { recursive: true });
    if (first !== undefined) newFolders.push(first);
    await writeFile(path, text);
  }
  const written = paths.map(({ path }) => path);
  return {
    written: [...written, ...added.map(({ file }) => file)],
    async undo() {
      for (const each of added) await each.undo();
      for (const path of [...written, ...newFolders]) await rm(path, { recursive: true, force: true });
    },
  };
}

/** The file that has the extension's keys: en.json, or else the first one by name. */
async function textsFile(folder: string): Promise<string> {
  const names: readonly string[] = await readdir(join(folder, 'texts')).catch(() => []);
  const [first = 'en.json'] = names.filter((name) => name.endsWith('.json')).toSorted();
  return join(folder, 'texts', names.includes('en.json') ? 'en.json' : first);
}

/** Changes a file of JSON that may be there. Throws NewPartError. */
async function changeJson(file: string, change: (own: object) => object) {
  const before = existsSync(file) ? await readFile(file) : undefined;
  const text = `${JSON.stringify(change(readObject(file, before)), null, 2)}\n`;
  const made = await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return {
    file,
    undo: () => (before === undefined ? rm(made ?? file, { recursive: true }) : writeFile(file, before)),
  };
}

/** Like the start, it takes a byte order mark. */
function readObject(file: string, content: Buffer | undefined): object {
  try {
    return Object(JSON.parse(content === undefined ? '{}' : new TextDecoder().decode(content)));
  } catch (error) {
    throw new NewPartError(`${file} is no JSON: ${errorMessage(error)}`, 'Mend it first.');
  }
}

function withSetting(own: object, { name, schema }: NonNullable<PartFiles['setting']>): object {
  const { properties, ...others } = { type: 'object', properties: {}, ...own };
  if (Object.hasOwn(properties, name))
    throw new NewPartError(`there is a setting "${name}" already`, 'Choose another name.');
  return { ...others, properties: { ...properties, [name]: schema } };
}
