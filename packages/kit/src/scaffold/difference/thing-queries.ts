/**
 * Everything of a schema but its tables' columns, by kind, in the order in which it can be made. Each query takes the
 * schema's oid, and gives `Thing`s. It runs where the schema is the search_path, so that PostgreSQL's own functions
 * write names without the schema. `create` is null for what cannot be written.
 */
export const thingQueries: Readonly<Record<string, string>> = {
  enum: `
    select t.typname as name, null as "on", json_agg(e.enumlabel order by e.enumsortorder)::text as definition,
      format('create type %I as enum (%s)', t.typname,
        string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as create,
      format('drop type %I', t.typname) as drop, null as replace
    from pg_type t left join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = $1 and t.typtype = 'e' group by t.typname`,
  domain: `
    select t.typname as name, null as "on", create_text as definition, create_text as create,
      format('drop domain %I', t.typname) as drop, null as replace
    from pg_type t, lateral (select format('create domain %I as %s', t.typname, format_type(t.typbasetype, t.typtypmod))
      || coalesce((select ' collate ' || c.oid::regcollation from pg_collation c join pg_type b on b.oid = t.typbasetype
        where c.oid = t.typcollation and c.oid <> b.typcollation), '') as create_text)
    where t.typnamespace = $1 and t.typtype = 'd'`,
  'default of domain': `
    select t.typname as name, null as "on", t.typdefault as definition,
      format('alter domain %I set default %s', t.typname, pg_get_expr(t.typdefaultbin, 0)) as create,
      format('alter domain %I drop default', t.typname) as drop,
      format('alter domain %I set default %s', t.typname, pg_get_expr(t.typdefaultbin, 0)) as replace
    from pg_type t where t.typnamespace = $1 and t.typtype = 'd' and t.typdefaultbin is not null`,
  'not null of domain': `
    select t.typname as name, null as "on", 'not null' as definition,
      format('alter domain %I set not null', t.typname) as create,
      format('alter domain %I drop not null', t.typname) as drop, null as replace
    from pg_type t where t.typnamespace = $1 and t.typtype = 'd' and t.typnotnull`,
  'constraint of domain': `
    select t.typname || '.' || c.conname as name, null as "on", pg_get_constraintdef(c.oid, true) as definition,
      format('alter domain %I add constraint %I %s', t.typname, c.conname, pg_get_constraintdef(c.oid, true)) as create,
      format('alter domain %I drop constraint %I', t.typname, c.conname) as drop, null as replace
    from pg_constraint c join pg_type t on t.oid = c.contypid where t.typnamespace = $1 and c.contype = 'c'`,
  'composite type': `
    select c.relname as name, null as "on", string_agg(part, ', ' order by a.attnum) as definition,
      format('create type %I as (%s)', c.relname, string_agg(part, ', ' order by a.attnum)) as create,
      format('drop type %I', c.relname) as drop, null as replace
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      lateral (select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) as part)
    where c.relnamespace = $1 and c.relkind = 'c' group by c.relname`,
  sequence: `
    select c.relname as name, null as "on", options as definition, format('create sequence %I %s', c.relname, options) as create,
      format('drop sequence %I', c.relname) as drop, format('alter sequence %I %s', c.relname, options) as replace
    from pg_class c join pg_sequence s on s.seqrelid = c.oid, lateral (
      select format('as %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s', format_type(s.seqtypid, null),
        s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache, case when s.seqcycle then ' cycle' else ' no cycle' end)
        as options)
    where c.relnamespace = $1 and not exists (
      select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')`,
  function: `
    select p.oid::regprocedure::text as name, null as "on", text as definition, text as create,
      format('drop %s %s', case p.prokind when 'p' then 'procedure' else 'function' end, p.oid::regprocedure) as drop,
      text as replace
    from pg_proc p, lateral (select regexp_replace(pg_get_functiondef(p.oid),
      '^(CREATE OR REPLACE (?:FUNCTION|PROCEDURE) )' || p.pronamespace::regnamespace || '\\.', '\\1') as text)
    where p.pronamespace = $1 and p.prokind in ('f', 'p', 'w') and not exists (
      select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype in ('e', 'i'))`,
  constraint: `
    select t.relname || '.' || c.conname as name, t.relname as "on", pg_get_constraintdef(c.oid, true) as definition,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true)) as create,
      format('alter table %I drop constraint %I', t.relname, c.conname) as drop, null as replace
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = $1 and t.relkind in ('r', 'p') and c.contype in ('p', 'u', 'c', 'x') and c.conparentid = 0 and c.conislocal`,
  'foreign key': `
    select t.relname || '.' || c.conname as name, t.relname as "on", pg_get_constraintdef(c.oid, true) as definition,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true)) as create,
      format('alter table %I drop constraint %I', t.relname, c.conname) as drop, null as replace
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = $1 and c.contype = 'f' and c.conparentid = 0`,
  view: `
    select c.relname as name, null as "on", head || body as definition, 'create ' || head || body as create,
      format('drop view %I', c.relname) as drop, 'create or replace ' || head || body as replace
    from pg_class c, lateral (select rtrim(pg_get_viewdef(c.oid, true), ';') as body, format('view %I%s as\n', c.relname,
      ' with (' || array_to_string(c.reloptions, ', ') || ')') as head)
    where c.relnamespace = $1 and c.relkind = 'v'`,
  'materialized view': `
    select c.relname as name, null as "on", text as definition, text as create,
      format('drop materialized view %I', c.relname) as drop, null as replace
    from pg_class c, lateral (select format('create materialized view %I as\n%s', c.relname,
      rtrim(pg_get_viewdef(c.oid, true), ';')) as text)
    where c.relnamespace = $1 and c.relkind = 'm'`,
  index: `
    select c.relname as name, t.relname as "on", pg_get_indexdef(c.oid, 0, true) as definition,
      pg_get_indexdef(c.oid, 0, true) as create, format('drop index %I', c.relname) as drop, null as replace
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = $1 and t.relkind in ('r', 'p', 'm') and not exists (
      select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
      and not exists (select from pg_inherits h where h.inhrelid = c.oid)`,
  trigger: `
    select r.relname || '.' || t.tgname as name, r.relname as "on", pg_get_triggerdef(t.oid, true) as definition,
      pg_get_triggerdef(t.oid, true) as create, format('drop trigger %I on %I', t.tgname, r.relname) as drop, null as replace
    from pg_trigger t join pg_class r on r.oid = t.tgrelid
    where r.relnamespace = $1 and not t.tgisinternal and t.tgparentid = 0`,
  'state of trigger': `
    select r.relname || '.' || t.tgname as name, r.relname as "on", text as definition, text as create,
      format('alter table %I enable trigger %I', r.relname, t.tgname) as drop, text as replace
    from pg_trigger t join pg_class r on r.oid = t.tgrelid, lateral (select format('alter table %I %s trigger %I', r.relname,
      case t.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, t.tgname) as text)
    where r.relnamespace = $1 and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'O'`,
  rule: `
    select r.relname || '.' || u.rulename as name, r.relname as "on", rtrim(pg_get_ruledef(u.oid, true), ';') as definition,
      rtrim(pg_get_ruledef(u.oid, true), ';') as create, format('drop rule %I on %I', u.rulename, r.relname) as drop,
      null as replace
    from pg_rewrite u join pg_class r on r.oid = u.ev_class where r.relnamespace = $1 and u.rulename <> '_RETURN'`,
  'row security': `
    select c.relname as name, c.relname as "on", 'on' as definition,
      format('alter table %I enable row level security', c.relname) as create,
      format('alter table %I disable row level security', c.relname) as drop, null as replace
    from pg_class c where c.relnamespace = $1 and c.relrowsecurity`,
  'forced row security': `
    select c.relname as name, c.relname as "on", 'on' as definition,
      format('alter table %I force row level security', c.relname) as create,
      format('alter table %I no force row level security', c.relname) as drop, null as replace
    from pg_class c where c.relnamespace = $1 and c.relforcerowsecurity`,
  policy: `
    select r.relname || '.' || p.polname as name, r.relname as "on", text as definition, text as create,
      format('drop policy %I on %I', p.polname, r.relname) as drop, null as replace
    from pg_policy p join pg_class r on r.oid = p.polrelid, lateral (select format('create policy %I on %I as %s for %s to %s',
        p.polname, r.relname, case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case o when 0 then 'public' else quote_ident(pg_get_userbyid(o)) end, ', ') from unnest(p.polroles) o))
      || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as text)
    where r.relnamespace = $1`,
  statistics: `
    select s.stxname as name, s.stxrelid::regclass::text as "on", text as definition, text as create,
      format('drop statistics %I', s.stxname) as drop, null as replace
    from pg_statistic_ext s, lateral (select regexp_replace(pg_get_statisticsobjdef(s.oid),
      '^CREATE STATISTICS ' || s.stxnamespace::regnamespace || '\\.', 'CREATE STATISTICS ') as text)
    where s.stxnamespace = $1`,
  'owner of sequence': `
    select c.relname as name, null as "on", owner as definition, format('alter sequence %I owned by %s', c.relname, owner) as create,
      format('alter sequence %I owned by none', c.relname) as drop,
      format('alter sequence %I owned by %s', c.relname, owner) as replace
    from pg_class c join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'a'
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid,
      lateral (select format('%I.%I', t.relname, a.attname) as owner)
    where c.relnamespace = $1 and c.relkind = 'S'`,
  comment: `
    select subject as name, "on", text as definition, format('comment on %s is %L', subject, text) as create,
      format('comment on %s is null', subject) as drop, format('comment on %s is %L', subject, text) as replace
    from (
      select format('%s %I', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
          when 'i' then 'index' when 'I' then 'index' when 'c' then 'type' else 'table' end, c.relname) as subject,
        c.relname as "on", d.description as text
        from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
        where c.relnamespace = $1 and d.objsubid = 0
      union all select format('column %I.%I', c.relname, a.attname), c.relname, d.description
        from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
          join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
        where c.relnamespace = $1 and d.objsubid > 0 and c.relkind <> 'i'
      union all select format('%s %s', case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end,
          p.oid::regprocedure), null, d.description
        from pg_description d join pg_proc p on p.oid = d.objoid and d.classoid = 'pg_proc'::regclass where p.pronamespace = $1
      union all select format('%s %I', case t.typtype when 'd' then 'domain' else 'type' end, t.typname), null, d.description
        from pg_description d join pg_type t on t.oid = d.objoid and d.classoid = 'pg_type'::regclass where t.typnamespace = $1
      union all select format('constraint %I on %I', k.conname, c.relname), c.relname, d.description
        from pg_description d join pg_constraint k on k.oid = d.objoid and d.classoid = 'pg_constraint'::regclass
          join pg_class c on c.oid = k.conrelid where c.relnamespace = $1
      union all select format('trigger %I on %I', g.tgname, c.relname), c.relname, d.description
        from pg_description d join pg_trigger g on g.oid = d.objoid and d.classoid = 'pg_trigger'::regclass
          join pg_class c on c.oid = g.tgrelid where c.relnamespace = $1) comments`,
  privileges: `
    select subject as name, null as "on", acl as definition, null as create, null as drop, null as replace
    from (
      select c.relname::text as subject, c.relacl::text as acl from pg_class c where c.relnamespace = $1
      union all select format('%I.%I', c.relname, a.attname), a.attacl::text from pg_attribute a
        join pg_class c on c.oid = a.attrelid where c.relnamespace = $1
      union all select p.oid::regprocedure::text, p.proacl::text from pg_proc p where p.pronamespace = $1
      union all select t.typname::text, t.typacl::text from pg_type t where t.typnamespace = $1) privileges
    where acl is not null`,
  aggregate: `
    select p.oid::regprocedure::text as name, null as "on", concat_ws(' ', a.aggtransfn, a.aggtranstype::regtype, a.agginitval,
      a.aggfinalfn, a.aggkind) as definition, null as create, null as drop, null as replace
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace = $1`,
  'range type': `
    select t.typname as name, null as "on", concat_ws(' ', r.rngsubtype::regtype, r.rngsubdiff, r.rngcanonical) as definition,
      null as create, null as drop, null as replace
    from pg_range r join pg_type t on t.oid = r.rngtypid where t.typnamespace = $1`,
  operator: `
    select o.oid::regoperator::text as name, null as "on", o.oprcode::text as definition,
      null as create, null as drop, null as replace
    from pg_operator o where o.oprnamespace = $1`,
  'operator class': `
    select o.opcname || ' for ' || o.opcintype::regtype as name, null as "on", o.opcdefault::text as definition,
      null as create, null as drop, null as replace
    from pg_opclass o where o.opcnamespace = $1`,
  collation: `
    select c.collname as name, null as "on", concat_ws(' ', c.collprovider, c.collisdeterministic, c.collcollate, c.colllocale)
      as definition, null as create, null as drop, null as replace
    from pg_collation c where c.collnamespace = $1`,
  'text search configuration': `
    select c.cfgname as name, null as "on", (select string_agg(concat_ws(' ', m.maptokentype, m.mapseqno, m.mapdict::regdictionary),
      ', ' order by m.maptokentype, m.mapseqno) from pg_ts_config_map m where m.mapcfg = c.oid) as definition,
      null as create, null as drop, null as replace
    from pg_ts_config c where c.cfgnamespace = $1`,
  'text search dictionary': `
    select d.dictname as name, null as "on", d.dictinitoption as definition, null as create, null as drop, null as replace
    from pg_ts_dict d where d.dictnamespace = $1`,
  'foreign table': `
    select c.relname as name, null as "on", f.ftoptions::text as definition, null as create, null as drop, null as replace
    from pg_foreign_table f join pg_class c on c.oid = f.ftrelid where c.relnamespace = $1`,
};
