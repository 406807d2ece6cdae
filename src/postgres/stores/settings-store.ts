import { errorMessage, type Logger } from '#base';
import type { StoredSettings } from '#extensions';
import type { AdminQuery } from '../connection/connect.ts';

/** A stored value and who stored it. `value` is null where the setting has its default again. */
export interface SettingChange {
  readonly extension: string;
  readonly name: string;
  readonly value: unknown;
  /** ISO 8601. */
  readonly changedAt: string;
  readonly changedBy: string | null;
}

/** Settings that a shop changes while it runs, in the gateway's own schema. */
export interface SettingsStore {
  /** All stored values: another object after each change. */
  readonly current: StoredSettings;
  /** Reads the values, and follows the changes of all processes until the database is closed. Once for all calls. */
  follow(): Promise<void>;
  /** Stores values of an extension, all or none. Null forgets a value. Resolves when this process has them. */
  change(extension: string, values: Readonly<Record<string, unknown>>, who: Changer): Promise<void>;
  /** The changes, the latest first. */
  changes(): Promise<readonly SettingChange[]>;
}

type Stored = Record<string, Record<string, unknown>>;
type Read = { readonly version: string; readonly ended: number; readonly stored: Stored | null };
/** Who changes settings. A change of those in `ends` ends all sessions with permissions. */
type Changer = { readonly by: string | undefined; readonly ends: readonly string[] };

interface Control {
  readonly query: AdminQuery;
  listen(channel: string, listener: () => void): Promise<void>;
}

const channel = 'stoa_settings';

/** PostgreSQL tells each change. The values are read as often besides, for a change that it did not tell. */
const lookMs = 5_000;
/** After a failure. With the time of one statement, less than a second. */
const lookAgainMs = 600;

/** Settings in `stoa.settings`, by the control connection. */
export class ControlledSettings implements SettingsStore {
  current: StoredSettings = { get: () => undefined, ended: 0 };
  readonly #control: Control;
  readonly #logger: Logger;
  #version = '';
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(control: Control, logger: Logger) {
    this.#control = control;
    this.#logger = logger;
  }

  follow(): Promise<void> {
    this.#following ??= this.#follow().catch((error: unknown) => {
      this.#following = undefined;
      throw error;
    });
    return this.#following;
  }

  async #follow(): Promise<void> {
    await this.#control.listen(channel, () => this.#look());
    await this.#read();
    this.#lookIn(lookMs);
  }

  async change(extension: string, values: Readonly<Record<string, unknown>>, { by, ends }: Changer): Promise<void> {
    const texts = Object.values(values).map((value) => (value === null ? null : JSON.stringify(value)));
    await this.#control.query(changeText, [extension, Object.keys(values), texts, by ?? null, ends]);
    await this.#read();
  }

  async changes(): Promise<readonly SettingChange[]> {
    const rows = await this.#control.query<{ change: SettingChange }>(changesText);
    return rows.map(({ change }) => change);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#read().then(
      () => this.#lookIn(lookMs),
      (error: unknown) => {
        if (this.#isClosed) return;
        this.#logger.debug('settings cannot be read', { reason: errorMessage(error) });
        this.#lookIn(lookAgainMs);
      },
    );
  }

  async #read(): Promise<void> {
    const [row] = await this.#control.query<Read>(readText, [this.#version]);
    if (row === undefined || row.stored === null) return;
    this.#version = row.version;
    const stored = new Map(Object.entries(row.stored));
    this.current = { get: (extension) => stored.get(extension), ended: row.ended };
  }
}

// Rows stay, and their counters grow: the sum tells one state from all before it.
const readText = `
  with now as (select coalesce(sum(changes), 0)::text as version, coalesce(sum(ends), 0)::int as ended from stoa.settings)
  select version, ended, case when version <> $1 then (
    select coalesce(jsonb_object_agg(extension, own), '{}') from (
      select extension, jsonb_object_agg(name, value) as own from stoa.settings
      where value is not null group by extension) each) end as stored
  from now`;

// A session whose permissions were derived before is refused by its number. Its row goes, too, if it is there already.
const changeText = `
  with given as (select * from unnest($2::text[], $3::text[]) g(name, value)),
  ended as (delete from stoa.sessions where permissions <> '{}' and exists (
    select from given left join stoa.settings s on s.extension = $1 and s.name = given.name
    where given.name = any($5::text[]) and s.value is distinct from given.value::jsonb)),
  stored as (
    insert into stoa.settings as s (extension, name, value, changed_by, ends)
    select $1, name, value::jsonb, $4, (name = any($5::text[]) and value is not null)::int from given order by name
    on conflict (extension, name) do update
    set value = excluded.value, changed_by = excluded.changed_by, changed_at = now(), changes = s.changes + 1,
      ends = s.ends + (s.name = any($5::text[]) and s.value is distinct from excluded.value)::int
    returning 1)
  select pg_notify('${channel}', '') from (select count(*) from stored) done`;

const changesText = `
  select json_build_object('extension', extension, 'name', name, 'value', value, 'changedAt', changed_at,
    'changedBy', changed_by) as change
  from stoa.settings order by changed_at desc, extension, name`;
