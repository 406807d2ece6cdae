import type { DatabaseServer } from '#postgres';

type AddedSchema = NonNullable<NonNullable<Parameters<DatabaseServer['migrate']>[1]>['added']>;

/** The schema of graphile-worker's tables. */
export const queueSchema = 'stoa_queue';

/** Counts up with each change of the statements below, and with each release of graphile-worker that has migrations. */
const queueVersion = 3;

/** Tables of the queue in schema `stoa`. The gateway's role has all privileges on rows. */
const tables: Readonly<Record<string, string>> = {
  // What subscribes to an event, and what runs on a schedule. `seen_at`: the last time that a process knew the task.
  tasks: `extension text not null, task text not null, event text, owner text, attempts int not null,
    schedule jsonb, next_at timestamptz, last_at timestamptz, seen_at timestamptz not null default now(),
    primary key (extension, task)`,
  // Processes that run tasks.
  task_pools: 'id text primary key, beat_at timestamptz not null default now()',
  // The history of jobs. A run without an end was cut off, or still runs.
  runs: `id bigint primary key generated always as identity, extension text not null, task text not null, tick timestamptz,
    attempt int not null, started_at timestamptz not null default now(), ended_at timestamptz, error text`,
};

const indexes = [
  'create index if not exists tasks_event on stoa.tasks (event) where event is not null',
  'create index if not exists runs_task on stoa.runs (extension, task, id)',
];

/**
 * What extensions call, with the rights of the owner. The role of an extension says which one it is. Under
 * database.isolation: search-path it has none, and `sender` is believed.
 */
const functions = [
  // The extension that sends. Roles of the gateway belong to none, so they send for any.
  `create or replace function stoa.sender(named text) returns text
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select coalesce((select e.extension from stoa.extensions e where e.role = session_user), named) $$`,
  `create or replace function stoa.publish(event text, payload jsonb, trace text default null, sender text default null)
    returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      id uuid := gen_random_uuid();
      own text := stoa.sender(publish.sender);
      other text;
      jobs stoa_queue.job_spec[];
    begin
      select t.owner into other from stoa.tasks t where t.event = publish.event and t.owner <> own limit 1;
      if other is not null then
        raise exception 'extension "%" may not publish "%", an event of "%"', own, publish.event, other using
          errcode = '42501';
      end if;
      select array_agg(row(t.extension || '/' || t.task, json_build_object(
          'id', id, 'name', publish.event, 'at', now(), 'payload', payload, 'sender', own, 'trace', trace),
          null, null, t.attempts::smallint, null, null, null)::stoa_queue.job_spec)
        into jobs from stoa.tasks t where t.event = publish.event;
      if jobs is not null then perform stoa_queue.add_jobs(jobs); end if;
      return id;
    end $$`,
  `create or replace function stoa.send_mail(message jsonb, sender text default null)
    returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      -- Events and jobs go first: a slow server of mails takes its time.
      perform stoa_queue.add_job('stoa:mail',
        (message || jsonb_build_object('extension', stoa.sender(send_mail.sender)))::json, priority => 1);
    end $$`,
  `create or replace function stoa.later(job text, input jsonb, at timestamptz default null, key text default null,
      trace text default null, sender text default null)
    returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      own text := stoa.sender(later.sender);
      attempts int;
      queue text;
    begin
      -- A job with a schedule has one run at a time.
      select t.attempts, case when t.schedule is not null then own || '/' || job end into attempts, queue
        from stoa.tasks t where t.extension = own and t.task = job and t.event is null;
      if attempts is null then
        raise exception 'extension "%" has no job "%"', own, job using errcode = '22023';
      end if;
      perform stoa_queue.add_job(own || '/' || job, json_build_object('input', input, 'trace', trace),
        queue_name => queue, run_at => at, max_attempts => attempts, job_key => own || '/' || job || '/' || key);
    end $$`,
];

/** What `migrate` makes for a shop whose extensions have events, jobs or mails. */
export const queueTables: AddedSchema = {
  name: 'the queue of events and jobs',
  async isThere(query, gatewayRole) {
    // A newer Stoa may have made it.
    const [row] = await query<{ version: string | null; may: boolean }>(
      `select obj_description(n.oid, 'pg_namespace') as version, has_schema_privilege($2, n.oid, 'usage') as may
       from pg_namespace n where n.nspname = $1`,
      [queueSchema, gatewayRole],
    );
    return row?.may === true && Number(row.version) >= queueVersion;
  },
  async make(admin, gatewayRole) {
    const { Logger, runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: admin, schema: queueSchema, logger: new Logger(() => () => undefined) });
    await admin.query(ownStatements(`"${gatewayRole.replaceAll('"', '""')}"`).join(';'));
  },
};

/** In one transaction, since they are one text. The last one marks what is complete. */
function ownStatements(role: string): readonly string[] {
  return [
    ...Object.entries(tables).flatMap(([name, columns]) => [
      `create table if not exists stoa.${name} (${columns})`,
      `grant select, insert, update, delete on stoa.${name} to ${role}`,
    ]),
    ...indexes,
    ...functions,
    ...grantsTo(role),
    `comment on schema ${queueSchema} is '${queueVersion}'`,
  ];
}

/** Lets the gateway's role work on what the administrator owns. Row security would hide all rows from it. */
function grantsTo(role: string): readonly string[] {
  return [
    'grant usage on schema stoa to public',
    `grant usage on schema ${queueSchema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${queueSchema} to ${role}`,
    `grant usage on all sequences in schema ${queueSchema} to ${role}`,
    `do $do$ declare secured regclass; begin
      for secured in select c.oid from pg_class c where c.relnamespace = '${queueSchema}'::regnamespace and c.relrowsecurity
      loop
        execute format('drop policy if exists stoa on %s', secured);
        execute format('create policy stoa on %s to %s using (true) with check (true)', secured, '${role.replaceAll("'", "''")}');
      end loop;
    end $do$`,
  ];
}
