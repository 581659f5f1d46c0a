-- Keywords by trigrams, where the extension can be had; elsewhere the words of the account's orders are read.
do $$
declare place text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'no pg_trgm: %', sqlerrm;
  end;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format($index$create index shop_order_search on shop_order
      using gin ((search || coalesce(E'\n' || search_below, '')) %I.gin_trgm_ops) where parent_id is null$index$, place);
  end if;
end $$;
