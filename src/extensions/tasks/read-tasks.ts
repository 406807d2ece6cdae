import { join } from 'node:path';
import { Cron } from 'croner';
import { errorMessage } from '#base';
import { checkSchema } from '../files/check-schema.ts';
import { type JsonFile, readJsonFile, reportInvalid } from '../files/json-text.ts';
import { type Listing, listFolder } from '../files/list-folder.ts';
import { type Report, reportStrays } from '../files/report.ts';
import { isHandlerFile } from '../files/source-file.ts';
import type { JobJson } from './job-json.gen.ts';
import { validate } from './job-validator.gen.js';
import { eventName } from './read-events.ts';
import type { JobSchedule, TaskManifest } from './task-files.ts';

/** Reads `jobs/` and `subscribers/`, sorted by name. */
export async function readTasks(root: string, report: Report): Promise<readonly TaskManifest[]> {
  const [jobs, subscribers] = await Promise.all(
    ['jobs', 'subscribers'].map((name) => listFolder(join(root, name), root, report)),
  );
  if (jobs === undefined || subscribers === undefined) return [];
  reportStray({ ...jobs, files: [] }, 'jobs/<name>.ts', report);
  reportStray({ ...subscribers, folders: [] }, 'subscribers/<event>/<name>.ts', report);
  const events = subscribers.folders.filter((event) => isEvent(join(subscribers.folder, event), event, report));
  const listed = await Promise.all(
    events.map(async (event) => ({ event, listing: await listFolder(join(subscribers.folder, event), root, report) })),
  );
  for (const { listing } of listed) reportStray({ ...listing, files: [] }, 'subscribers/<event>/<name>.ts', report);
  const read = await Promise.all([
    readFolder({ kind: 'job' }, { listing: jobs, prefix: 'jobs' }, report),
    ...listed.map(({ event, listing }) =>
      readFolder({ kind: 'subscriber', event }, { listing, prefix: `subscribers/${event}` }, report),
    ),
  ]);
  return read.flat();
}

function reportStray({ folder, files, folders }: Listing, form: string, report: Report): void {
  const strays = [...folders, ...files.filter((name) => name !== 'README.md')];
  const fix = `A task is ${form}; other modules belong in e.g. src/.`;
  reportStrays(folder, strays, { what: 'is not where a task lies', fix }, report);
}

function isEvent(folder: string, name: string, report: Report): boolean {
  if (eventName.test(name)) return true;
  const what = `"${name}" cannot be the name of an event`;
  report('TASK_INVALID', folder, { what, fix: 'Name the folder as the event that it waits for: review.created.' });
  return false;
}

type TaskKind = { readonly kind: 'job' } | { readonly kind: 'subscriber'; readonly event: string };

async function readFolder(
  kind: TaskKind,
  { listing, prefix }: { readonly listing: Listing; readonly prefix: string },
  report: Report,
): Promise<readonly TaskManifest[]> {
  const { folder, files } = listing;
  const modules = Map.groupBy(files.filter(isHandlerFile), stemOf);
  for (const name of files) {
    if (isHandlerFile(name) || name === 'README.md' || (name.endsWith('.json') && modules.has(stemOf(name)))) continue;
    const what = name.endsWith('.json') ? 'has no module of its name next to it' : 'is no task';
    report('EXTENSION_FILE_UNKNOWN', join(folder, name), { what, fix: `Tasks are ${prefix}/<name>.ts.` });
  }
  const tasks = [...modules].map(async ([stem, [file = '', other]]): Promise<readonly TaskManifest[]> => {
    const at = join(folder, file);
    if (!/^[a-zA-Z][a-zA-Z0-9-]{0,99}$/.test(stem))
      report('TASK_INVALID', at, { what: `"${stem}" is no name of a task`, fix: 'Use letters, digits and dashes.' });
    if (other !== undefined)
      report('TASK_INVALID', join(folder, other), { what: `is a second "${stem}"`, fix: 'Rename one of the two.' });
    const json = files.includes(`${stem}.json`)
      ? await readJsonFile(join(folder, `${stem}.json`), 'TASK_INVALID', report)
      : undefined;
    return [{ ...readSettings(kind, json, report), name: `${prefix}/${stem}`, file: at }];
  });
  return (await Promise.all(tasks)).flat();
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

type Settings<Task = TaskManifest> = Task extends TaskManifest ? Omit<Task, 'name' | 'file'> : never;

function readSettings(kind: TaskKind, json: JsonFile | undefined, report: Report): Settings {
  const value = json === undefined ? {} : validated(json, report);
  const { timeoutMs = 60_000, attempts = 10 } = value;
  if (kind.kind === 'job') {
    const schedule = json && readSchedule(value, json, report);
    const input =
      json && value.input && checkSchema(value.input, { json, base: '/input', code: 'TASK_INVALID' }, report);
    return { ...kind, timeoutMs, attempts, schedule, input };
  }
  for (const key of ['every', 'cron', 'timeZone', 'input'].filter((each) => Object.hasOwn(value, each)))
    json &&
      report('TASK_INVALID', json.placeOf(`/${key}`, 'key'), {
        what: `"${key}" is for jobs: a subscriber runs when its event is published`,
        fix: 'Remove it, or move the work into jobs/.',
      });
  return { ...kind, timeoutMs, attempts };
}

function validated(json: JsonFile, report: Report): JobJson {
  const { value } = json;
  if (validate(value)) return value;
  reportInvalid('TASK_INVALID', json, validate.errors, report);
  return {};
}

/** The ticks of a job. Reports what contradicts itself, or never comes. */
function readSchedule({ every, cron, timeZone }: JobJson, json: JsonFile, report: Report): JobSchedule | undefined {
  const refuse = (key: string, what: string, fix: string): undefined => {
    report('TASK_INVALID', json.placeOf(`/${key}`), { what, fix });
  };
  if (cron === undefined && timeZone !== undefined)
    return refuse('timeZone', '"timeZone" is that of "cron", which is not there', 'Add "cron", or remove it.');
  if (every !== undefined && cron !== undefined)
    return refuse('every', '"every" and "cron" are both there', 'Keep one of the two.');
  if (every !== undefined) return { kind: 'every', ms: Number(every.slice(0, -1)) * (units[every.slice(-1)] ?? 0) };
  if (cron === undefined) return undefined;
  const wrong = wrongCron(cron);
  if (wrong !== undefined)
    return refuse('cron', wrong, 'Write minute, hour, day of the month, month and day of the week: "0 3 * * *".');
  if (timeZone === '' || wrongCron(cron, timeZone) !== undefined)
    return refuse('timeZone', `"${timeZone}" is no time zone`, 'Write an IANA name, e.g. Europe/Dublin or UTC.');
  return { kind: 'cron', cron: cron.trim(), timeZone };
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What is wrong with an expression of cron; undefined when nothing is. Read by what tells the ticks. */
function wrongCron(cron: string, timezone = 'UTC'): string | undefined {
  const { length } = cron.trim().split(/\s+/);
  if (length !== 5) return `"cron" has ${length} fields, and five are needed`;
  try {
    return new Cron(cron, { mode: '5-part', timezone }).nextRun() === null
      ? `"cron" never comes: "${cron}"`
      : undefined;
  } catch (error) {
    return `"cron" cannot be read: ${errorMessage(error)}`;
  }
}
