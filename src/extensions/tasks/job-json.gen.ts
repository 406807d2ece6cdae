// Generated from schemas/job.schema.json by scripts/generate.ts: change that, not this.

/**
 * When a job runs, and how long it may: jobs/<name>.json beside jobs/<name>.ts. A job without a schedule runs by context.later alone. A subscriber may have such a file for timeoutMs and attempts.
 */
export interface JobJson {
  /** Where editors find this schema. The gateway does not read it. */
  $schema?: string;
  /** The time between two ticks: 30s, 10m, 6h, 1d. */
  every?: string;
  /** The ticks as five fields of cron: minute, hour, day of the month, month, day of the week (0 is Sunday). */
  cron?: string;
  /** The IANA time zone of cron. Default: that of the shop. */
  timeZone?: string;
  /** Milliseconds that one attempt may take. Its signal is then aborted. */
  timeoutMs?: number;
  /** How often it is tried until it is a dead letter, with a growing pause in between. */
  attempts?: number;
  /** The input that context.later gives, as a JSON Schema 2020-12. A tick has the input null. */
  input?: {};
}
