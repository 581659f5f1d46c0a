-- A keyword is found by the trigrams of an account's orders (docs/adr/0064-search-and-pages-of-orders.md). Chinese words have one or two
-- characters, which have no trigram: beside the text stand its characters without the letters and digits of ASCII, each three times, so
-- that 猫 is found as 猫猫猫.
do $$
declare place text; owner text := '';
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'no pg_trgm: %', sqlerrm;
  end;
  begin
    create extension if not exists btree_gin;
  exception when others then
    raise notice 'no btree_gin: %', sqlerrm;
  end;
  drop index if exists shop_order_search;
  if exists (select from pg_extension where extname = 'btree_gin') then owner := 'account_id, '; end if;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    -- A search also reads what is not sorted into the index yet, so that this must stay small.
    execute format($index$create index shop_order_search on shop_order using gin (%s
      (search || coalesce(E'\n' || search_below, '')) %I.gin_trgm_ops,
      regexp_replace(translate(search || coalesce(E'\n' || search_below, ''), 'abcdefghijklmnopqrstuvwxyz0123456789', ''),
        '([^ -~\n])', '\1\1\1', 'g') %I.gin_trgm_ops)
      with (gin_pending_list_limit = 512) where parent_id is null$index$, owner, place, place);
  end if;
end $$;
