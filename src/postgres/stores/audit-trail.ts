import { errorCode } from '#base';
import type { AuditEntry, AuditRecord, Caller } from '#extension-api';
import type { AdminQuery } from '../connection/connect.ts';

/** For whom an extension works. */
export interface Author {
  readonly caller: Caller;
  readonly request: { readonly id: string; readonly headers?: Readonly<Record<string, unknown>> };
}

/** The statement that writes an entry of the audit trail, in the transaction of the change. Throws TypeError. */
export function recordStatement(
  extension: string,
  { action, subject, from, to, ...others }: AuditEntry,
  author: Author | undefined,
): { readonly text: string; readonly values: readonly unknown[] } {
  for (const [name, value] of Object.entries({ action, subject }))
    if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`record: "${name}" is no text`);
  // JavaScript passes any object, and what is dropped cannot be written later.
  const [other] = Object.keys(others);
  if (other !== undefined) throw new TypeError(`record: "${other}" is not of an entry: action, subject, from, to`);
  const caller = author?.caller;
  const id = caller !== undefined && 'id' in caller ? caller.id : undefined;
  const kind = caller?.kind === 'user' ? (caller.via ?? 'token') : caller?.kind;
  const states = [from, to].map((state) => (state === undefined ? undefined : JSON.stringify(state)));
  return { text: recordText, values: [extension, kind, id, author?.request.id, action, subject, ...states] };
}

const recordText = 'select stoa_records.record($1, $2, $3, $4, $5, $6, $7, $8)';

/** What a database says that lacks the function behind a call, in words for its extension. */
export function withoutFunction(call: string, error: unknown): unknown {
  if (!missing.includes(String(errorCode(error)))) return error;
  const part = call === 'record' ? 'audit trail' : 'queue';
  const message = `${call}: this database has no ${part}. "stoa migrate" makes it in the database of the shop; a database of the extension’s own has none.`;
  return new Error(message, { cause: error });
}

/** PostgreSQL's SQLSTATEs for a schema and a function that are not there. */
const missing = ['3F000', '42883'];

/** Entries, the newest first. */
export interface RecordsQuestion {
  readonly extension?: string | undefined;
  readonly subject?: string | undefined;
  /** The id of an entry, to get those before it. */
  readonly before?: string | undefined;
  readonly size: number;
}

export interface StoredRecord extends AuditRecord {
  readonly id: string;
}

const columns = `json_build_object('id', id::text, 'at', at, 'extension', extension, 'caller', caller, 'callerId', caller_id,
  'requestId', request_id, 'action', action, 'subject', subject, 'from', "from", 'to', "to") as record`;

/** For the console. A text that is no id has nothing before it. */
export async function readLatestRecords(
  query: AdminQuery,
  { extension, subject, before, size }: RecordsQuestion,
): Promise<readonly StoredRecord[]> {
  if (before !== undefined && !/^\d{1,18}$/.test(before)) return [];
  const rows = await query<{ record: StoredRecord }>(
    `select ${columns} from stoa.records
     where ($1::text is null or extension = $1) and ($2::text is null or subject = $2) and ($3::bigint is null or id < $3)
     order by id desc limit $4`,
    [extension, subject, before, size],
  );
  return rows.map(({ record }) => record);
}

/** All entries of an extension, oldest first. For tests. */
export async function readRecords(query: AdminQuery, extension: string): Promise<readonly AuditRecord[]> {
  const rows = await query<{ record: StoredRecord }>(
    `select ${columns} from stoa.records where extension = $1 order by id`,
    [extension],
  );
  return rows.map(({ record: { id: _, ...record } }) => record);
}
