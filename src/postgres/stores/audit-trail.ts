import type { AdminQuery } from '../connection/connect.ts';

/** One entry of the audit trail, as `stoa.records` has it. */
export interface AuditRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly extension: string;
  /** `guest`, `session`, `token`; null outside of requests. */
  readonly caller: string | null;
  readonly callerId: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** All entries of an extension, oldest first. For tests: a shop reads the table. */
export async function readRecords(query: AdminQuery, extension: string): Promise<readonly AuditRecord[]> {
  const rows = await query<{ record: AuditRecord }>(
    `select json_build_object('at', at, 'extension', extension, 'caller', caller, 'callerId', caller_id,
       'requestId', request_id, 'action', action, 'subject', subject, 'from', "from", 'to', "to") as record
     from stoa.records where extension = $1 order by id`,
    [extension],
  );
  return rows.map(({ record }) => record);
}
