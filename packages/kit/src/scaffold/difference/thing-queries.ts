/** Whether a table stands for itself: it is no partition, has none, and inherits from no other. */
export function isPlain(table: string): string {
  return `(${table}.relkind = 'r' and not exists (select from pg_inherits h where h.inhrelid = ${table}.oid))`;
}

/**
 * What is written of a schema but its tables' columns, by kind, in the order in which it can be made. Each query takes
 * the schema's oid, and gives `Thing`s. It runs where the schema is the search_path, so that PostgreSQL's own functions
 * write names without the schema.
 */
export const thingQueries: Readonly<Record<string, string>> = {
  enum: `
    select t.typname as name, null as "on", json_agg(e.enumlabel order by e.enumsortorder)::text as definition,
      format('create type %I as enum (%s)', t.typname,
        string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as create,
      format('drop type %I', t.typname) as drop, null as replace
    from pg_type t left join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = $1 and t.typtype = 'e' group by t.typname`,
  sequence: `
    select c.relname as name, null as "on", options as definition, format('create sequence %I %s', c.relname, options) as create,
      format('drop sequence %I', c.relname) as drop, format('alter sequence %I %s', c.relname, options) as replace
    from pg_class c join pg_sequence s on s.seqrelid = c.oid, lateral (
      select format('as %s increment by %s minvalue %s maxvalue %s start with %s cache %s%s', format_type(s.seqtypid, null),
        s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache, case when s.seqcycle then ' cycle' else ' no cycle' end)
        as options)
    where c.relnamespace = $1 and not exists (
      select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')`,
  constraint: `
    select t.relname || '.' || c.conname as name, t.relname as "on", pg_get_constraintdef(c.oid, true) as definition,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true)) as create,
      format('alter table %I drop constraint %I', t.relname, c.conname) as drop, null as replace
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = $1 and c.contype in ('p', 'u', 'c', 'x') and ${isPlain('t')}`,
  'foreign key': `
    select t.relname || '.' || c.conname as name, t.relname as "on", pg_get_constraintdef(c.oid, true) as definition,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid, true)) as create,
      format('alter table %I drop constraint %I', t.relname, c.conname) as drop, null as replace
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = $1 and c.contype = 'f' and ${isPlain('t')}`,
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
    where c.relnamespace = $1 and (t.relkind = 'm' or ${isPlain('t')}) and not exists (
      select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))`,
  'owner of sequence': `
    select c.relname as name, null as "on", owner as definition, format('alter sequence %I owned by %s', c.relname, owner) as create,
      format('alter sequence %I owned by none', c.relname) as drop,
      format('alter sequence %I owned by %s', c.relname, owner) as replace
    from pg_class c join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'a'
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid,
      lateral (select format('%I.%I', t.relname, a.attname) as owner)
    where c.relnamespace = $1 and c.relkind = 'S'`,
};

/** What is named where it differs, and left to the author. Definitions are equal for equal things. */
export const rareQuery = `
  select kind, name, null as "on", definition, null as create, null as drop, null as replace from (
    select 'function' as kind, p.oid::regprocedure::text as name,
      case when p.prokind = 'a' then '' else pg_get_functiondef(p.oid) end as definition
      from pg_proc p where p.pronamespace = $1 and not exists (
        select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype in ('e', 'i'))
    union all select 'trigger', c.relname || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = $1 and not t.tgisinternal
    union all select 'rule', c.relname || '.' || r.rulename, pg_get_ruledef(r.oid)
      from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = $1 and r.rulename <> '_RETURN'
    union all select 'policy', c.relname || '.' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles,
      pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
      from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = $1
    union all select 'domain', t.typname, concat_ws(' ', format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      (select string_agg(k.conname || pg_get_constraintdef(k.oid), ' ' order by k.conname) from pg_constraint k where k.contypid = t.oid))
      from pg_type t where t.typnamespace = $1 and t.typtype = 'd'
    union all select 'range type', t.typname, r.rngsubtype::regtype::text
      from pg_range r join pg_type t on t.oid = r.rngtypid where t.typnamespace = $1
    union all select case c.relkind when 'c' then 'composite type' when 'f' then 'foreign table' when 'p' then 'partitioned table'
        else 'child table' end, c.relname, concat_ws(' ', pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid), (
        select string_agg(a.attname || format_type(a.atttypid, a.atttypmod), ' ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0))
      from pg_class c where c.relnamespace = $1 and (c.relkind in ('c', 'f', 'p') or c.relkind = 'r' and not ${isPlain('c')})
    union all select 'settings of table', c.relname, concat_ws(' ', c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
      c.reloptions, (select string_agg(concat_ws(' ', a.attname, nullif(a.attcollation, t.typcollation)::regcollation,
        nullif(a.attstorage, t.typstorage), nullif(a.attcompression, '')), ',' order by a.attname)
        from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = c.oid and a.attnum > 0 and (
          a.attcollation <> t.typcollation or a.attstorage <> t.typstorage or a.attcompression <> '')))
      from pg_class c where c.relnamespace = $1 and ${isPlain('c')} and (c.relpersistence <> 'p' or c.relrowsecurity
        or c.reloptions is not null or exists (select from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and (
            a.attcollation <> t.typcollation or a.attstorage <> t.typstorage or a.attcompression <> '')))
    union all select 'statistics', s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s where s.stxnamespace = $1
    union all select 'operator', o.oid::regoperator::text, o.oprcode::text from pg_operator o where o.oprnamespace = $1
    union all select 'operator class', o.opcname || ' for ' || o.opcintype::regtype, '' from pg_opclass o where o.opcnamespace = $1
    union all select 'collation', c.collname, concat_ws(' ', c.collprovider, c.collcollate, c.colllocale)
      from pg_collation c where c.collnamespace = $1
    union all select 'text search configuration', c.cfgname, '' from pg_ts_config c where c.cfgnamespace = $1
    union all select 'text search dictionary', d.dictname, d.dictinitoption from pg_ts_dict d where d.dictnamespace = $1
    union all select 'comment', o.type || ' ' || replace(o.identity, quote_ident(current_schema()) || '.', ''), d.description
      from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o
      where strpos(o.identity, quote_ident(current_schema()) || '.') > 0
    union all select 'privileges', c.relname, c.relacl::text from pg_class c where c.relnamespace = $1 and c.relacl is not null
    union all select 'privileges', p.oid::regprocedure::text, p.proacl::text
      from pg_proc p where p.pronamespace = $1 and p.proacl is not null
  ) rare order by 1, 2`;
