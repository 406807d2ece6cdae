import { isTimeZone } from '#config';
import type { JsonFile } from '../files/json-text.ts';
import type { Report } from '../files/report.ts';
import type { JobJson } from './job-json.gen.ts';
import type { JobSchedule } from './task-files.ts';

/** The ticks of a job. Reports what contradicts itself, or never comes. */
export function readSchedule(
  { every, cron, timeZone }: JobJson,
  json: JsonFile,
  report: Report,
): JobSchedule | undefined {
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
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return refuse('timeZone', `"${timeZone}" is no time zone`, 'Write an IANA name, e.g. Europe/Dublin or UTC.');
  return { kind: 'cron', cron: cron.trim(), timeZone };
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const fields = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day of the month', 1, 31],
  ['month', 1, 12],
  ['day of the week', 0, 7],
] as const;

/** What is wrong with an expression of cron; undefined when nothing is. */
function wrongCron(cron: string): string | undefined {
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== fields.length) return `"cron" has ${parts.length} fields, and five are needed`;
  for (const [index, [name, least, most]] of fields.entries())
    for (const item of (parts[index] ?? '').split(',')) {
      const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(item) ?? [];
      const [first = '', last = first] = range === '*' ? [String(least), String(most)] : range.split('-');
      const isRight = [first, last, step].every((each) => /^\d{1,2}$/.test(each)) && Number(step) > 0;
      if (!isRight || Number(first) < least || Number(last) > most || Number(first) > Number(last))
        return `"cron" has "${item}" as the ${name}`;
    }
  return undefined;
}
