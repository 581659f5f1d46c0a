-- When the factory was asked to cancel a line and has not said since what became of it.
alter table push_line add column cancel_asked_at timestamptz;

-- Designs that were paid for or sent to a factory and need the seller since: 异常订单. The facts decide: `refresh_alarms` derives each row
-- from the design's items, its push line and its charge, in the transaction that changes one of them.
create table alarm (
  account_id bigint not null,
  customization_id bigint not null,
  -- The order at the top that shows the design, or that it was pushed or charged with.
  order_id bigint not null,
  -- What is the matter (contract/rules/alarm.ts), the gravest first.
  kinds text[] not null check (cardinality(kinds) > 0),
  -- A hash of what decided it. Other facts bring an alarm back that the seller has acknowledged.
  facts text not null,
  since timestamptz not null,
  -- The seller's word that it is settled as it is, and who gave it.
  acknowledged_at timestamptz,
  acknowledged_by text,
  note text,
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  foreign key (account_id, customization_id) references customization (account_id, id) on delete cascade,
  foreign key (account_id, order_id) references shop_order (account_id, id) on delete cascade,
  primary key (account_id, customization_id)
);
create index alarm_open on alarm (account_id, since desc, customization_id desc) where acknowledged_at is null;
create index alarm_order on alarm (order_id);

-- Which alarm the state of an item is where something was made for it already; null: none. Of a state that stops nothing, the
-- marketplace's own reason counts.
create function alarm_of_state(state text, hold text) returns text language sql immutable as $$
  select case
    when state in ('partRefunded', 'refundAsked', 'refundAgreed', 'goodsReturned', 'shippedRefund', 'refunded') then 'refund'
    when state = 'closed' then 'closed'
    when hold is not null then 'held' end
$$;

-- What is the matter with these designs of an account, one row for each that has an order. A design is `live` while a factory has it or
-- may have it. One that was only paid for counts until a factory that had it does not make it.
create function alarm_facts(of_account bigint, ids bigint[])
returns table (id bigint, order_id bigint, kinds text[], facts text) language sql stable as $$
  with one as (
    select made.id, coalesce(line.status <> 'failed', false) as live, line.status, line.outside_id, line.cancelled_at,
      (line.status = 'claimed' and line.lease_until is null) or (line.status = 'pushed' and line.cancel_asked_at is not null) as unsure,
      paid.customization_id is not null and line.cancelled_at is null as paid,
      exists (select from customization remake where remake.remake_of = made.id) as remade,
      picture.sha256 as picture, shown.*,
      coalesce(
        (select coalesce(o.parent_id, o.id) from shop_order o where o.id = line.order_id),
        (select coalesce(o.parent_id, o.id) from usage_record record join shop_order o on o.id = record.order_id
          and o.account_id = of_account where record.id = paid.usage_record_id)) as made_with
    from customization made
    left join push_line line on line.account_id = of_account and line.customization_id = made.id
    left join usage_line paid on paid.account_id = of_account and paid.customization_id = made.id
    left join file picture on picture.id = made.customized_file_id
    cross join lateral (
      select (array_agg(coalesce(o.parent_id, o.id) order by o.parent_id nulls first, item.id))[1] as shown_with,
        array_agg(distinct alarm_of_state(item.state, item.hold)) as stops,
        bool_or(item.made_as is not null) as changed,
        bool_or(item.hold is null and item_group(item.state) not in ('shipped', 'closed')) as open,
        string_agg(distinct concat_ws('/', case when alarm_of_state(item.state, item.hold) is not null
          then item.state || coalesce(item.hold, '') end, item.made_as ->> 'text'), ';') as facts
      from order_item_customization link
      join order_item item on item.id = link.order_item_id
      join shop_order o on o.id = item.order_id
      where link.customization_id = made.id
    ) shown
    where made.account_id = of_account and made.id = any(ids)
      and (line.customization_id is not null or paid.customization_id is not null)
  ), found as (
    select one.id, coalesce(shown_with, made_with) as order_id, array_remove(array[
        case when (live or paid) and 'refund' = any(stops) then 'refund' end,
        case when (live or paid) and 'closed' = any(stops) then 'closed' end,
        case when live and 'held' = any(stops) then 'held' end,
        case when (live or paid) and changed then 'changed' end,
        -- The order shows another design instead; one whose picture has the same bytes at another address is the same.
        case when (live or paid) and shown_with is null and not exists (
            select from shop_order o join order_item item on item.order_id = o.id
            join order_item_customization link on link.order_item_id = item.id
            join customization other on other.id = link.customization_id
            join file on file.id = other.customized_file_id
            where made_with in (o.id, o.parent_id) and file.sha256 = one.picture) then 'replaced' end,
        case when unsure then 'unsure' end,
        case when status = 'failed' and cancelled_at is not null and open and not remade then 'cancelled' end,
        case when status = 'failed' and cancelled_at is null and open and not remade then 'refused' end
      ], null) as kinds, status, outside_id, facts
    from one
  )
  select found.id, found.order_id, found.kinds,
    md5(concat_ws(E'\x1f', array_to_string(found.kinds, ','), found.status, found.outside_id, found.facts))
  from found where found.order_id is not null
$$;

-- Derives the alarms of these designs anew. The orders are locked first, so that of two transactions that change facts of one design the
-- second one sees what the first one did. Returns the orders of alarms whose facts are new, and of those that are over.
create function refresh_alarms(of_account bigint, ids bigint[], seen timestamptz)
returns table (order_id bigint, is_new boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform from shop_order o where o.account_id = of_account and o.id in (
    select item.order_id from order_item_customization link join order_item item on item.id = link.order_item_id
    where link.customization_id = any(ids)) order by o.id for no key update;
  return query with now as materialized (
    select * from alarm_facts(of_account, ids) one where cardinality(one.kinds) > 0
  ), gone as (
    delete from alarm where account_id = of_account and customization_id = any(ids)
      and customization_id not in (select now.id from now)
    returning alarm.order_id
  ), told as (
    insert into alarm (account_id, customization_id, order_id, kinds, facts, since)
    select of_account, now.id, now.order_id, now.kinds, now.facts, seen from now
    on conflict (account_id, customization_id) do update set order_id = excluded.order_id, kinds = excluded.kinds,
      facts = excluded.facts,
      since = case when alarm.facts = excluded.facts then alarm.since else excluded.since end,
      acknowledged_at = case when alarm.facts = excluded.facts then alarm.acknowledged_at end,
      acknowledged_by = case when alarm.facts = excluded.facts then alarm.acknowledged_by end,
      note = case when alarm.facts = excluded.facts then alarm.note end
    where (alarm.order_id, alarm.facts) is distinct from (excluded.order_id, excluded.facts)
    returning alarm.order_id
  )
  select told.order_id, true from told union select gone.order_id, false from gone;
end $$;

-- What was pushed or paid for in the last month; older cases have been made or stopped by now.
select count(*) from account, refresh_alarms(account.id, array(
    select customization_id from push_line where account_id = account.id and claimed_at > now() - interval '30 days'
    union
    select line.customization_id from usage_line line join usage_record record on record.id = line.usage_record_id
    where line.account_id = account.id and record.created_at > now() - interval '30 days'), now());
