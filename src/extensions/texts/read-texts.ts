import { basename, join } from 'node:path';
import { didYouMean, isObject, pointerTo } from '#base';
import type { Message, Texts } from '#extension-ui';
import { type JsonFile, readJsonFile } from '../files/json-text.ts';
import { listFolder } from '../files/list-folder.ts';
import type { Report } from '../files/report.ts';
import type { ArgumentKind, CompiledMessage } from './compile-message.ts';

export interface TextFile {
  /** As the file is called: `de` for `texts/de.json`. */
  readonly locale: string;
  readonly file: string;
  readonly texts: ReadonlyMap<string, ReadText>;
}

interface ReadText extends CompiledMessage {
  readonly line: number;
}

/** Reads and compiles `texts/<locale>.json`. The first has the extension's keys: `en.json`, else the first by name. */
export async function readTexts(root: string, report: Report): Promise<readonly TextFile[]> {
  const { folder, files, folders } = await listFolder(join(root, 'texts'), root, report);
  for (const name of folders)
    report('TEXT_INVALID', join(folder, name), { what: 'is a folder in texts/', fix: 'Write texts/<locale>.json.' });
  const read = await Promise.all(
    files.filter((name) => name !== 'README.md').map((name) => readFile(join(folder, name), report)),
  );
  const found = read.filter((file) => file !== undefined);
  const sorted = [...found.filter(({ locale }) => locale === 'en'), ...found.filter(({ locale }) => locale !== 'en')];
  const [base, ...others] = sorted;
  if (base !== undefined) for (const other of others) compareArguments(base, other, report);
  return sorted;
}

/** The finding about a file that names a text; undefined for a text that has no other values than `given`. */
export function missingText(subject: string, key: string, [base]: readonly TextFile[], given: readonly string[] = []) {
  const text = base?.texts.get(key);
  const named = `${subject} is "${key}"`;
  if (text === undefined)
    return { what: `${named}, and texts/ has no such key`, fix: didYouMean(key, [...(base?.texts.keys() ?? [])]) };
  const [other] = [...text.args].find(([name, kind]) => kind !== 'tag' && !given.includes(name)) ?? [];
  const fix = given.length === 0 ? 'Write a text without values.' : `It may have: ${given.join(', ')}.`;
  return other === undefined ? undefined : { what: `${named}, whose value "${other}" is never given`, fix };
}

/** What the running extension needs of them. Plain data. */
export function textsOf(files: readonly TextFile[]): Texts {
  return Object.fromEntries(
    files.map(({ locale, texts }): [string, Readonly<Record<string, Message>>] => [
      locale,
      Object.fromEntries([...texts].map(([key, { message }]) => [key, message] as const)),
    ]),
  );
}

async function readFile(file: string, report: Report): Promise<TextFile | undefined> {
  const locale = basename(file, '.json');
  if (!file.endsWith('.json') || !isLocale(locale)) {
    const fix = 'Call it by a language, or by a language and a region: en.json, de.json, de-AT.json.';
    report('TEXT_INVALID', file, { what: 'is not called by a locale', fix });
    return undefined;
  }
  const json = await readJsonFile(file, 'TEXT_INVALID', report);
  if (json === undefined) return undefined;
  if (!isObject(json.value)) {
    report('TEXT_INVALID', json.placeOf(''), { what: 'is not an object of texts', fix: 'Write { "key": "Text" }.' });
    return undefined;
  }
  // Loaded for shops with texts alone.
  const { compileMessage } = await import('./compile-message.ts');
  const texts = new Map<string, ReadText>();
  for (const [key, text] of Object.entries(json.value)) {
    const where = json.placeOf(pointerTo('', key));
    const compiled = typeof text === 'string' ? compileMessage(text) : undefined;
    if (compiled === undefined) report('TEXT_INVALID', where, { what: `"${key}" is not a text`, fix: fixOfValue });
    else if ('reason' in compiled) reportSyntax({ json, key, ...compiled }, report);
    else texts.set(key, { ...compiled, line: where.line });
  }
  return { locale, file, texts };
}

const fixOfValue = 'Write a string in ICU MessageFormat. Keys have dots instead of objects: "form.title".';

function reportSyntax(
  { json, key, reason, offset }: { json: JsonFile; key: string; reason: string; offset: number },
  report: Report,
): void {
  const { file, line, column } = json.placeOf(pointerTo('', key));
  const fix = "Correct it there. Write '{' and '<' in quotes where they stand for themselves: '{'.";
  const what = `"${key}" is not in ICU MessageFormat: ${reason}`;
  report('TEXT_INVALID', { file, line, column: column + 1 + offset }, { what, fix });
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name)[0] === name && Intl.DateTimeFormat.supportedLocalesOf(name).length > 0;
  } catch {
    return false; // RangeError: not the form of a tag
  }
}

/** Code passes the arguments of the first file, so no other has more, or takes one for something else. */
function compareArguments(base: TextFile, { file, locale, texts }: TextFile, report: Report): void {
  for (const [key, { args, line }] of texts) {
    const known = base.texts.get(key)?.args;
    if (known === undefined) continue;
    for (const [name, kind] of args) {
      if (fits(known.get(name), kind)) continue;
      const given = known.has(name) ? `takes "${name}" for a ${kind}` : `has the argument "${name}"`;
      const what = `"${key}" in ${locale} ${given}, and not in ${base.locale}`;
      const fix = `The arguments of a text are those of ${basename(base.file)}.`;
      report(
        'TEXT_INVALID',
        { file, line },
        { what, fix, related: [{ file: base.file, line: base.texts.get(key)?.line ?? 1 }] },
      );
    }
  }
}

/** Any value but a tag can be written as a text. */
function fits(known: ArgumentKind | undefined, kind: ArgumentKind): boolean {
  return known === kind || (kind === 'text' && known !== undefined && known !== 'tag');
}
