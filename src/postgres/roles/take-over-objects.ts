import type { Client } from 'pg';

interface Strayed {
  readonly statement: string;
}

/**
 * Makes an extension's role the owner of all objects in its schema. They may have another owner: the administrator
 * under `database.isolation: search-path`, or in a copied or restored database the roles of the original.
 */
export async function takeOverObjects(admin: Client, schema: string, role: string): Promise<void> {
  const { rows } = await admin.query<Strayed>(
    `select format('alter %s %s owner to %I', kind, name, $2::text) as statement from (
       select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
           as kind, oid::regclass::text as name, relnamespace as schema, relowner as owner
         from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
           select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
       union all select 'routine', oid::regprocedure::text, pronamespace, proowner from pg_proc
       union all select case typtype when 'd' then 'domain' else 'type' end, oid::regtype::text, typnamespace, typowner
         from pg_type where typtype in ('d', 'e', 'r')
     ) objects where schema = $1::regnamespace and pg_get_userbyid(owner) <> $2`,
    [schema, role],
  );
  if (rows.length === 0) return;
  // Transferring ownership to a role requires its membership. A superuser needs no grant.
  await admin.query(`grant ${role} to current_user`);
  for (const { statement } of rows) await admin.query(statement);
}
