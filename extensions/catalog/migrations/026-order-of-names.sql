-- stoa: expand
-- Names in the order of a dictionary: ä beside a. In a database with the collation C it would come after z. This order
-- fits most languages, and costs little more than that of bytes. A server that was built without ICU has the latter.
do $$
begin
  if exists (select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace) then
    create collation name_order from pg_catalog."und-x-icu";
  else
    create collation name_order from pg_catalog."C";
  end if;
end $$;
