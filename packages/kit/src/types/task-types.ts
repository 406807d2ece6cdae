import type { ExtensionManifest, JobManifest } from 'stoa/tooling';
import { schemaType } from './schema-type.ts';
import { interfaceText, propertyName } from './text.ts';

/** The types of an extension's events, jobs and subscribers. `known` is what its contexts know. */
export function taskTypes(
  { events, tasks, mails }: ExtensionManifest,
  { manifests, known }: { readonly manifests: readonly ExtensionManifest[]; readonly known: string },
): readonly string[] {
  const jobs = tasks.filter((task) => task.kind === 'job');
  const taken = [...new Set(tasks.flatMap((task) => (task.kind === 'subscriber' ? [task.event] : [])))];
  const schemas = new Map(manifests.flatMap((each) => each.events.map(({ name, schema }) => [name, schema])));
  return [
    ...(events.length === 0
      ? []
      : [
          mapType(
            'Events',
            'The payloads of the events that it publishes.',
            events.map(({ name, schema }) => [name, schemaType(schema, '  ')]),
          ),
        ]),
    ...(jobs.length === 0
      ? []
      : [
          mapType(
            'Jobs',
            'The inputs of its jobs. A tick has none.',
            jobs.map((job) => [job.name.slice('jobs/'.length), inputType(job)]),
          ),
          `/** The default export of a job. */\nexport type JobOf<Name extends keyof Jobs> = Job<Jobs[Name], ${known}>;`,
        ]),
    ...(events.length + jobs.length + mails.length === 0
      ? []
      : [`/** The database within a transaction. */\nexport type Transaction = TransactionOf<${known}>;`]),
    ...(taken.length === 0
      ? []
      : [
          mapType(
            'TakenEvents',
            'The payloads of the events that its subscribers get.',
            taken.map((name) => [name, payloadType(schemas.get(name))]),
          ),
          [
            '/** The default export of a subscriber. */',
            'export type SubscriberOf<Name extends keyof TakenEvents> = Subscriber<',
            '  PublishedEvent<TakenEvents[Name], Name>,',
            `  ${known}`,
            '>;',
          ].join('\n'),
        ]),
  ];
}

function mapType(name: string, about: string, entries: readonly (readonly [name: string, type: string])[]): string {
  const lines = entries.map(([key, type]) => `  readonly ${propertyName(key)}: ${type};`);
  return interfaceText(name, about, lines);
}

function inputType({ input, schedule }: JobManifest): string {
  if (input === undefined) return schedule === undefined ? 'unknown' : 'null';
  return `${schemaType(input, '  ')}${schedule === undefined ? '' : ' | null'}`;
}

/** Of an event that no extension of the shop describes, any payload. */
function payloadType(schema: unknown): string {
  return schema === undefined ? 'Readonly<Record<string, unknown>>' : schemaType(schema, '  ');
}
