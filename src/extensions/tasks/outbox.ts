import { didYouMean, openTelemetry } from '#base';
import type { LaterOptions, MailOptions } from '#extension-api';
import type { JsonSchema } from '../files/check-schema.ts';
import { createPayloadCheck, type PayloadCheck } from './payload-check.ts';
import type { EventManifest, TaskManifest } from './task-files.ts';

/** A statement that hands something to the queue, in the transaction in which it runs. */
export interface Handover {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What one extension may hand to the queue. All throw for a name or a value that the extension does not have. */
export interface Outbox {
  publish(event: string, payload: unknown, author?: Author): Handover;
  later(run: LaterRun, author?: Author): Handover;
  /** Rejects also with what the mail's component throws. */
  mail(...mail: WrittenMail): Promise<Handover>;
}

export type LaterRun = readonly [job: string, input?: unknown, options?: LaterOptions | undefined];
export type WrittenMail = readonly [name: string, options: MailOptions];

/**
 * The outbox of an extension. PostgreSQL knows the sender by its role, and without roles by its name. Contexts of
 * requests and tasks add `mail`.
 */
export function createOutbox({ id, events, tasks }: Sender): Outbox {
  const checks = new Map<string, PayloadCheck>();
  const check = (name: string, schema: JsonSchema | undefined, value: unknown): void => {
    if (schema === undefined) return;
    const known = checks.get(name) ?? createPayloadCheck(schema);
    checks.set(name, known);
    const problem = known(value);
    if (problem !== undefined) throw new TypeError(`${name}: ${problem}`);
  };
  return {
    publish(name, payload, author) {
      const event = events.find((each) => each.name === name);
      if (event === undefined)
        throw new TypeError(
          `publish: this extension has no events/${name}.json. ${didYouMean(name, events.map(nameOf))}`,
        );
      check(`publish("${name}")`, event.schema, payload);
      return { text: publishText, values: [name, JSON.stringify(payload), traceOf(author), id] };
    },
    later([name, input = null, { at, key } = {}], author) {
      const jobs = tasks.filter((task) => task.kind === 'job');
      const job = jobs.find((each) => each.name === `jobs/${name}`);
      if (job === undefined)
        throw new TypeError(
          `later: this extension has no jobs/${name}.ts. ${didYouMean(
            name,
            jobs.map((each) => each.name.slice('jobs/'.length)),
          )}`,
        );
      check(`later("${name}")`, job.input, input);
      const values = [job.name, JSON.stringify(input), at?.toISOString(), key, traceOf(author), id];
      return { text: laterText, values };
    },
    async mail(name) {
      throw new Error(
        `mail("${name}"): extension.ts has no locale to write in. Hand it to a job: transaction.later().`,
      );
    },
  };
}

interface Sender {
  readonly id: string | undefined;
  readonly events: readonly EventManifest[];
  readonly tasks: readonly TaskManifest[];
}

/** For whom an extension works. */
interface Author {
  readonly request: { readonly headers?: Readonly<Record<string, unknown>> };
}

/** Of an extension whose database is opened without its manifest. */
export const noOutbox: Outbox = createOutbox({ id: undefined, events: [], tasks: [] });

const publishText = 'select stoa.publish($1, $2::jsonb, $3, $4)';
const laterText = 'select stoa.later($1, $2::jsonb, $3::timestamptz, $4, $5, $6)';

/** The `traceparent` of the active span, else the client's. */
function traceOf(author: Author | undefined): string | undefined {
  const api = openTelemetry('trace');
  const carrier: Record<string, unknown> = { traceparent: author?.request.headers?.traceparent };
  api?.propagation.inject(api.context.active(), carrier);
  return typeof carrier.traceparent === 'string' ? carrier.traceparent : undefined;
}

const nameOf = ({ name }: { readonly name: string }): string => name;
