import { relative } from 'node:path';
import { isObject } from 'stoa/tooling';

/** What a line of the gateway's log says of a mistake in an extension's code, with its place and how to correct it. */
export function failureOf(line: string, folder: string): string | undefined {
  // Most lines say that something went well.
  if (!line.includes('"stack"') && !line.includes('STATEMENT_REPEATED')) return undefined;
  const entry: unknown = JSON.parse(line);
  if (!isObject(entry)) return undefined;
  // The renderer has reported it.
  if (entry.msg === 'component left out') return undefined;
  if (entry.code === 'STATEMENT_REPEATED')
    return `${entry.where}: one operation runs this statement again and again: ${entry.statement}\n  fix: ${entry.fix}`;
  const cause = isObject(entry.err) ? entry.err : { message: entry.error, stack: entry.stack };
  const place = placeOfStack(String(cause.stack), folder);
  const path = Array.isArray(entry.subschemaPath) ? entry.subschemaPath : [];
  const field = path.filter((part) => typeof part === 'string').join('.');
  const fix = 'Correct the code there, or throw a StoaError for what the caller did wrong.';
  // Completion of a value and the like have no frame of the extension.
  if (place === undefined) return field === '' ? undefined : `${field}: ${cause.message}\n  fix: ${fix}`;
  return `${place}: ${field === '' ? '' : `${field}: `}${cause.message}\n  fix: ${fix}`;
}

/** The first frame in the extension's folder, as `path:line`. */
export function placeOfStack(stack: string, folder: string): string | undefined {
  for (const frame of stack.split('\n')) {
    const start = frame.indexOf(`${folder}/`);
    const [, file, line] = /^(.+?):(\d+)(?::\d+)?\)?$/.exec(start === -1 ? '' : frame.slice(start)) ?? [];
    if (file !== undefined && !file.includes('/node_modules/')) return `${relative(process.cwd(), file)}:${line}`;
  }
  return undefined;
}

/** At most so many lines, each once. */
export function shortened(lines: readonly string[], most = 10): readonly string[] {
  const all = [...new Set(lines)];
  return all.length <= most ? all : [...all.slice(0, most), `and ${all.length - most} more`];
}
