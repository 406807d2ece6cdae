import { pointerTo } from '#base';
import type { JsonFile } from './files/json-text.ts';
import type { Report } from './files/report.ts';
import type { FileRule } from './manifest.ts';
import type { RouteJson } from './route-json.gen.ts';

/** Pictures that browsers show, and that cannot contain a script. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** The files of a multipart body, by field. Reports what contradicts itself. */
export function readFiles(
  { methods, consumes = ['json'], files = {}, body = {} }: RouteJson,
  json: JsonFile,
  report: Report,
): Readonly<Record<string, FileRule>> {
  const contradict = (pointer: string, what: string, fix: string): void =>
    report('ROUTE_JSON_INVALID', json.placeOf(pointer, 'key'), { what, fix });
  const takesFiles = consumes.includes('multipart');
  if (takesFiles && consumes.length > 1)
    contradict('/consumes', '"consumes" has multipart and another format', 'Make a route of its own for the other.');
  if (takesFiles && Object.keys(files).length === 0)
    contradict('/consumes', '"consumes" has multipart, and no files are described', 'Add "files", or take "form".');
  if (takesFiles && methods.every((method) => method === 'GET'))
    contradict('/consumes', '"consumes" has multipart, and GET, the only method, has no body', 'Add a method.');
  if (!takesFiles && Object.keys(files).length > 0)
    contradict('/files', '"files" describes files, and none are taken', 'Write "consumes": ["multipart"].');
  for (const [name, { types, picture = false }] of Object.entries(files)) {
    const pointer = pointerTo('/files', name);
    if (types === undefined && !picture)
      contradict(pointer, `"files" takes "${name}" without saying of which types`, 'Add "types", or "picture": true.');
    const other = picture ? types?.find((type) => !pictureTypes.includes(type)) : undefined;
    if (other !== undefined)
      contradict(pointer, `"${name}" is a picture, and ${other} is none`, `Keep of ${pictureTypes.join(', ')}.`);
    if (Object.hasOwn(body, name))
      contradict(pointer, `"${name}" is a file, and a field of "body" as well`, 'Rename one of the two.');
  }
  const rules = Object.entries(files).map(
    ([name, { types = pictureTypes, message: _message, ...rule }]): [string, FileRule] => [
      name,
      { picture: false, required: false, ...rule, types },
    ],
  );
  return Object.fromEntries(rules);
}
