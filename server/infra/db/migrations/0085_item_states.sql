-- The state of an order item on its marketplace (contract/rules/item-state.ts), what an item was when it was paid for or pushed if it
-- has changed since, and the state of an order by its items and those of the orders below it.
alter table order_item
  add column state text not null default 'toMake',
  -- Null: unchanged since it was paid for or pushed, or neither.
  add column made_as jsonb;
alter table shop_order
  add column order_state text not null default 'toMake',
  -- All items are shipped, refunded or closed, and none of their designs is made once more.
  add column is_over boolean not null default false;

create index shop_order_state on shop_order (account_id, order_state, created_at desc, id desc) where parent_id is null;
create index shop_order_to_push on shop_order (account_id, created_at desc, id desc)
  where parent_id is null and not fully_pushed and not is_over;

-- What a state means for its order; a state that only a newer server knows asks.
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

-- As before, but: images of items that are over are not left to pay for, except those of designs that are made once more; a change
-- after the push counts like a hold; the state.
create or replace function recount_orders(touched bigint[]) returns void language plpgsql as $$
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

create or replace function item_inserted() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct order_id from new_rows where hold is not null or made_as is not null or state <> 'toMake'));
  return null;
end $$;

create or replace function item_updated() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct place.id from new_rows n join old_rows o on o.id = n.id, lateral (values (n.order_id), (o.order_id)) place (id)
    where (n.order_id, n.hold is null, n.made_as is null, n.state)
      is distinct from (o.order_id, o.hold is null, o.made_as is null, o.state)));
  return null;
end $$;

-- The items that are known to be held. 已退款 was said of parts as well, so those stay held until the marketplace is asked again.
update order_item set
  hold = case when hold = '已拒绝退款，买家可能再次申请，请先不要生产' then null else hold end,
  state = case hold
    when '交易已关闭，请不要生产' then 'closed'
    when '买家还没有付款，请先不要生产' then 'unpaid'
    when '买家的付款还在处理中，请先不要生产' then 'paying'
    when '买家申请了退款，请先不要生产' then 'refundAsked'
    when '已同意退款，等待买家退货，请先不要生产' then 'refundAgreed'
    when '买家已退货，等待确认收货，请先不要生产' then 'goodsReturned'
    when '已拒绝退款，买家可能再次申请，请先不要生产' then 'refundRefused'
    else 'held' end
where hold is not null;
