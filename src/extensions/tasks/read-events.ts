import { basename, join } from 'node:path';
import { didYouMean, isObject } from '#base';
import { checkSchema } from '../files/check-schema.ts';
import { readJsonFile } from '../files/json-text.ts';
import { listFolder } from '../files/list-folder.ts';
import { type Report, reportStrays } from '../files/report.ts';
import type { EventManifest } from './task-files.ts';

/** Reads `events/`: the JSON Schema of each event's payload. */
export async function readEvents(root: string, report: Report): Promise<readonly EventManifest[]> {
  const { folder, files, folders } = await listFolder(join(root, 'events'), root, report);
  const unknown = [...folders, ...files.filter((name) => !name.endsWith('.json') && name !== 'README.md')];
  const fix = 'An event is events/<event>.json, the JSON Schema of its payload; other files belong in e.g. src/.';
  reportStrays(folder, unknown, { what: 'describes no event', fix }, report);
  const events = await Promise.all(
    files.filter((name) => name.endsWith('.json')).map((name) => readEvent(join(folder, name), report)),
  );
  return events.filter((event) => event !== undefined);
}

/** The name of an event: words with dots in between, such as `review.created`. */
export const eventName = /^(?=.{1,100}$)[a-z][a-zA-Z0-9-]*(?:\.[a-z][a-zA-Z0-9-]*)+$/;

async function readEvent(file: string, report: Report): Promise<EventManifest | undefined> {
  const name = basename(file, '.json');
  if (!eventName.test(name)) {
    const what = `"${name}" cannot be the name of an event`;
    report('EVENT_INVALID', file, { what, fix: 'Name what has happened, with a dot: review.created.json.' });
    return undefined;
  }
  const json = await readJsonFile(file, 'EVENT_INVALID', report);
  const schema = json && checkSchema(json.value, { json, base: '', code: 'EVENT_INVALID' }, report);
  if (json === undefined || schema === undefined) return undefined;
  if (schema.type !== 'object') {
    const fix = 'Write "type": "object" and "properties": a payload can get further fields later.';
    report('EVENT_INVALID', json.placeOf('/type'), { what: 'describes a payload that is no object', fix });
    return undefined;
  }
  const { properties, required } = schema;
  const known = isObject(properties) ? Object.keys(properties) : [];
  const missing = Array.isArray(required) ? required.findIndex((each) => !known.includes(each)) : -1;
  if (Array.isArray(required) && missing >= 0 && known.length > 0) {
    const what = `requires "${required[missing]}", which "properties" does not describe`;
    const fix = `${didYouMean(String(required[missing]), known)} Describe it, or take it out of "required".`;
    report('EVENT_INVALID', json.placeOf(`/required/${missing}`), { what, fix });
    return undefined;
  }
  return { name, file, schema };
}
