-- What the list of orders is filtered by is kept with the order at the top, in the transaction that changes what it counts.

-- What a state of an item means for its order. A state that only a newer server knows asks the seller.
create function item_group(state text) returns text language sql immutable as $$
  select case state
    when 'toMake' then 'work'
    when 'notYet' then 'waiting' when 'depositPaid' then 'waiting' when 'paying' then 'waiting' when 'unpaid' then 'waiting'
    when 'held' then 'waiting'
    when 'refundAsked' then 'refunding' when 'refundAgreed' then 'refunding' when 'goodsReturned' then 'refunding'
    when 'shipped' then 'shipped' when 'finished' then 'shipped' when 'shippedRefund' then 'shipped'
    when 'refunded' then 'closed' when 'closed' then 'closed'
    else 'asks' end
$$;

-- Counts anew for the orders at the top of these. The rows are locked first, in one order, and counted by a later statement: of two
-- transactions that change the same order, the second one sees what the first one did. Images of items that are over are not left to
-- pay for, except those of designs that are made once more; a change after the push counts like a hold.
create function recount_orders(touched bigint[]) returns void language plpgsql as $$
declare tops bigint[];
begin
  if is_importing() or cardinality(touched) = 0 then return; end if;
  tops := array(
    select id from shop_order
    where id = any(array(select coalesce(parent_id, id) from shop_order where id = any(touched)))
    order by id for no key update);
  update shop_order o set unpaid_images = now.unpaid, fully_pushed = now.pushed, held_items = now.held,
    search_below = now.below, order_state = now.state,
    is_over = now.is_over
  from (
    with member as (
      select id as top, id, push_status, search from shop_order where id = any(tops)
      union all
      select parent_id, id, push_status, search from shop_order where parent_id = any(tops)
    ), pushed as (
      select top, coalesce(bool_or(push_status = 'pushed') filter (where id = top), false)
        or coalesce(bool_and(push_status = 'pushed') filter (where id <> top), false) as pushed,
        string_agg(search, E'\n' order by id) filter (where id <> top) as below
      from member group by top
    ), item as (
      select top, order_item.id, hold is not null or made_as is not null as held, item_group(state) as kind
      from member join order_item on order_item.order_id = member.id
    ), state as (
      select top, count(*) filter (where held)::int as held, case
          when bool_or(kind = 'shipped') and bool_or(kind not in ('shipped', 'closed')) then 'partlyShipped'
          when bool_or(kind = 'refunding') then 'refunding'
          when bool_or(kind = 'asks') then 'asks'
          when bool_or(kind = 'work') then 'toMake'
          when bool_or(kind = 'waiting') then 'waiting'
          when bool_or(kind = 'shipped') then 'shipped'
          else 'closed' end as state
      from item group by top
    ), shown as (
      select top, made.account_id, made.id, bool_and(kind in ('shipped', 'closed')) and made.remake_of is null as is_over,
        made.customized_image_url is not null as has_image
      from item
      join order_item_customization link on link.order_item_id = item.id
      join customization made on made.id = link.customization_id
      group by top, made.account_id, made.id
    ), image as (
      select top, count(*) filter (where line.customization_id is null)::int as unpaid from shown
      left join usage_line line on line.account_id = shown.account_id and line.customization_id = shown.id
      where has_image and (line.customization_id is not null or not is_over)
      group by top
    ), open as (
      select distinct top from shown where not is_over
    )
    select pushed.top, image.unpaid, pushed.pushed, pushed.below, coalesce(state.held, 0) as held,
      coalesce(state.state, 'toMake') as state,
      coalesce(state.state in ('shipped', 'closed'), false) and open.top is null as is_over
    from pushed left join state on state.top = pushed.top left join image on image.top = pushed.top
      left join open on open.top = pushed.top
  ) now
  where o.id = now.top
    and (o.unpaid_images, o.fully_pushed, o.held_items, o.search_below, o.order_state, o.is_over)
      is distinct from (now.unpaid, now.pushed, now.held, now.below, now.state, now.is_over);
end $$;

create function order_inserted() returns trigger language plpgsql as $$
begin
  if is_importing() then return null; end if;
  insert into order_change (account_id) select distinct account_id from new_rows;
  perform recount_orders(array(select id from new_rows where parent_id is not null or push_status = 'pushed'));
  return null;
end $$;
create trigger shop_order_inserted after insert on shop_order referencing new table as new_rows
  for each statement execute function order_inserted();

create function order_updated() returns trigger language plpgsql as $$
begin
  if is_importing() then return null; end if;
  insert into order_change (account_id) select distinct account_id from new_rows;
  perform recount_orders(array(
    select place.id from new_rows n join old_rows o on o.id = n.id, lateral (values (n.id), (o.parent_id)) place (id)
    where place.id is not null and ((n.parent_id, n.push_status) is distinct from (o.parent_id, o.push_status)
      or (n.parent_id is not null and n.search <> o.search))));
  return null;
end $$;
create trigger shop_order_updated after update on shop_order referencing old table as old_rows new table as new_rows
  for each statement execute function order_updated();

create function order_deleted() returns trigger language plpgsql as $$
begin
  insert into order_change (account_id) select distinct account_id from old_rows;
  perform recount_orders(array(select distinct parent_id from old_rows where parent_id is not null));
  return null;
end $$;
create trigger shop_order_deleted after delete on shop_order referencing old table as old_rows
  for each statement execute function order_deleted();

create function item_inserted() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct order_id from new_rows where hold is not null or made_as is not null or state <> 'toMake'));
  return null;
end $$;
create trigger order_item_inserted after insert on order_item referencing new table as new_rows
  for each statement execute function item_inserted();

create function item_updated() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct place.id from new_rows n join old_rows o on o.id = n.id, lateral (values (n.order_id), (o.order_id)) place (id)
    where (n.order_id, n.hold is null, n.made_as is null, n.state)
      is distinct from (o.order_id, o.hold is null, o.made_as is null, o.state)));
  return null;
end $$;
create trigger order_item_updated after update on order_item referencing old table as old_rows new table as new_rows
  for each statement execute function item_updated();

create function item_deleted() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(select distinct order_id from old_rows));
  return null;
end $$;
create trigger order_item_deleted after delete on order_item referencing old table as old_rows
  for each statement execute function item_deleted();

create function link_changed() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(select distinct item.order_id from changed join order_item item on item.id = changed.order_item_id));
  return null;
end $$;
create trigger order_item_customization_inserted after insert on order_item_customization referencing new table as changed
  for each statement execute function link_changed();
create trigger order_item_customization_deleted after delete on order_item_customization referencing old table as changed
  for each statement execute function link_changed();

create function image_changed() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct item.order_id from new_rows n join old_rows o on o.id = n.id
    join order_item_customization link on link.customization_id = n.id
    join order_item item on item.id = link.order_item_id
    where (n.customized_image_url is null) <> (o.customized_image_url is null)));
  return null;
end $$;
create trigger customization_updated after update on customization referencing old table as old_rows new table as new_rows
  for each statement execute function image_changed();

-- Whoever charges, and whoever shows a known customization under a further order, holds the account's ledger: neither misses the other.
create function payment_changed() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct item.order_id from changed
    join order_item_customization link on link.customization_id = changed.customization_id
    join order_item item on item.id = link.order_item_id));
  return null;
end $$;
create trigger usage_line_inserted after insert on usage_line referencing new table as changed
  for each statement execute function payment_changed();
create trigger usage_line_deleted after delete on usage_line referencing old table as changed
  for each statement execute function payment_changed();
