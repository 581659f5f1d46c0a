-- Findings are kept with the order at the top, as long as it is not over, so that the list is filtered by them and counts them: the codes
-- of contract/rules/order-findings.ts. An order with one of the first kind needs a person (`has_problem`).
alter table shop_order
  add column findings text[] not null default '{}',
  add column has_problem boolean not null default false;
create index shop_order_problem on shop_order (account_id, created_at desc, id desc) where parent_id is null and has_problem;
create index shop_order_findings on shop_order (account_id, created_at desc, id desc) where parent_id is null and findings <> '{}';

-- Whether the item's buyer paid for another phone than the design was made for: a rule of the program decides it by the names
-- (contract/rules/bought-case.ts). Null: not yet. What is there has been decided for orders that are over, which nobody asks about.
alter table order_item_customization add column other_phone boolean default false;
alter table order_item_customization alter column other_phone set default null;
update order_item_customization link set other_phone = null from order_item item
  join shop_order o on o.id = item.order_id and not o.is_over
  where item.id = link.order_item_id;
create index order_item_customization_unfitted on order_item_customization (order_item_id, customization_id) where other_phone is null;

-- Whole dots per inch of a side, as `printResolution` rounds them: a side that was rounded down to whole pixels has the dpi that it was
-- made at. Null where the side is not known.
create function side_dpi(px integer, mm double precision) returns integer language sql immutable as $$
  select (case when round((mm / 25.4 * round(exact)::double precision)::numeric) = px then round(exact) else floor(exact) end)::integer
  from (select round((px * 25.4::double precision / mm)::numeric, 6) as exact) side where mm > 0
$$;

-- The findings of a print file of this size on a case of this size: the limits are those of contract/rules/print-resolution.ts.
create function print_findings(width integer, height integer, width_mm double precision, height_mm double precision)
returns text[] language sql immutable as $$
  select array_remove(array[
    case when dpi < 150 then 'poor' when dpi < 200 then 'fair' end,
    case when off > 5 then 'wrongShape' when off > 1 then 'offShape' end
  ], null)
  from (select least(side_dpi(width, width_mm), side_dpi(height, height_mm)) as dpi,
    case when width > 0 and height > 0 and width_mm > 0 and height_mm > 0
      then round(((greatest(width * height_mm / (height * width_mm), height * width_mm / (width * height_mm)) - 1) * 100)::numeric, 6)
    end as off) of_picture
$$;

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
    is_over = now.is_over, findings = now.findings,
    has_problem = now.findings && '{otherPhone,noImage,poor,wrongShape,changed,pushFailed}'
  from (
    with member as (
      select id as top, id, push_status, search from shop_order where id = any(tops)
      union all
      select parent_id, id, push_status, search from shop_order where parent_id = any(tops)
    ), pushed as (
      select top, coalesce(bool_or(push_status = 'pushed') filter (where id = top), false)
        or coalesce(bool_and(push_status = 'pushed') filter (where id <> top), false) as pushed,
        bool_or(push_status = 'failed') as has_failed,
        string_agg(search, E'\n' order by id) filter (where id <> top) as below
      from member group by top
    ), item as (
      select top, order_item.id, hold is not null or made_as is not null as held, made_as is not null as changed,
        item_group(state) as kind
      from member join order_item on order_item.order_id = member.id
    ), state as (
      select top, count(*) filter (where held)::int as held, bool_or(changed) as changed, case
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
        made.customized_image_url is not null as has_image,
        bool_or(link.other_phone and kind not in ('shipped', 'closed')) as other_phone,
        made.customized_file_id, made.width_mm, made.height_mm
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
    ), finding as (
      select top, 'otherPhone' as code from shown where other_phone
      union select top, 'noImage' from shown where not has_image and not is_over
      union select top, unnest(print_findings(file.width, file.height, shown.width_mm, shown.height_mm))
        from shown join file on file.id = shown.customized_file_id where not is_over
      union select top, 'changed' from state where changed
      union select top, 'pushFailed' from pushed where has_failed
    ), found as (
      select top, array_agg(code order by code) as codes from finding group by top
    )
    select base.*, case when base.is_over then '{}' else coalesce(found.codes, '{}') end as findings from (
      select pushed.top, image.unpaid, pushed.pushed, pushed.below, coalesce(state.held, 0) as held,
        coalesce(state.state, 'toMake') as state,
        coalesce(state.state in ('shipped', 'closed'), false) and open.top is null as is_over
      from pushed left join state on state.top = pushed.top left join image on image.top = pushed.top
        left join open on open.top = pushed.top
    ) base left join found on found.top = base.top
  ) now
  where o.id = now.top
    and (o.unpaid_images, o.fully_pushed, o.held_items, o.search_below, o.order_state, o.is_over, o.findings)
      is distinct from (now.unpaid, now.pushed, now.held, now.below, now.state, now.is_over, now.findings);
end $$;

-- An order is counted anew when a push of it failed, and not only when it arrived.
create or replace function order_inserted() returns trigger language plpgsql as $$
begin
  if is_importing() then return null; end if;
  insert into order_change (account_id) select distinct account_id from new_rows;
  perform recount_orders(array(select id from new_rows where parent_id is not null or push_status in ('pushed', 'failed')));
  return null;
end $$;

-- The names of a phone decide with what was bought: the rule is asked again.
create or replace function image_changed() returns trigger language plpgsql as $$
begin
  update order_item_customization link set other_phone = null
  from new_rows n join old_rows o on o.id = n.id
    and (n.phone_brand_name, n.phone_model_name, n.case_by_hand) is distinct from (o.phone_brand_name, o.phone_model_name, o.case_by_hand)
  where link.customization_id = n.id and link.other_phone is not null;
  perform recount_orders(array(
    select distinct item.order_id from new_rows n join old_rows o on o.id = n.id
    join order_item_customization link on link.customization_id = n.id
    join order_item item on item.id = link.order_item_id
    where (n.customized_image_url is null, n.customized_file_id, n.width_mm, n.height_mm)
      is distinct from (o.customized_image_url is null, o.customized_file_id, o.width_mm, o.height_mm)));
  return null;
end $$;

create function fit_changed() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct item.order_id from new_rows n
    join old_rows o on o.order_item_id = n.order_item_id and o.customization_id = n.customization_id
      and coalesce(o.other_phone, false) <> coalesce(n.other_phone, false)
    join order_item item on item.id = n.order_item_id));
  return null;
end $$;
create trigger order_item_customization_updated after update on order_item_customization
  referencing old table as old_rows new table as new_rows for each statement execute function fit_changed();

create or replace function item_updated() returns trigger language plpgsql as $$
begin
  update order_item_customization link set other_phone = null
  from new_rows n join old_rows o on o.id = n.id and o.properties_name <> n.properties_name
  where link.order_item_id = n.id and link.other_phone is not null;
  perform recount_orders(array(
    select distinct place.id from new_rows n join old_rows o on o.id = n.id, lateral (values (n.order_id), (o.order_id)) place (id)
    where (n.order_id, n.hold is null, n.made_as is null, n.state)
      is distinct from (o.order_id, o.hold is null, o.made_as is null, o.state)));
  return null;
end $$;

-- A picture's size is known once it is ready, which may be after an order shows it.
create function file_measured() returns trigger language plpgsql as $$
begin
  perform recount_orders(array(
    select distinct item.order_id from new_rows n
    join old_rows o on o.id = n.id and (o.width, o.height) is distinct from (n.width, n.height)
    join customization made on made.customized_file_id = n.id
    join order_item_customization link on link.customization_id = made.id
    join order_item item on item.id = link.order_item_id));
  return null;
end $$;
create trigger file_updated after update on file referencing old table as old_rows new table as new_rows
  for each statement execute function file_measured();

-- The counts of the home screen and of the tabs of the list, with those that wait and those with a problem.
drop function order_counts(bigint, timestamptz, text, boolean, boolean, integer, text);
create function order_counts(parent_id bigint, created_at timestamptz, order_state text, is_over boolean, fully_pushed boolean,
  unpaid_images integer, approval text, has_problem boolean)
returns table (kind text, day integer, key text, count bigint) language sql stable as $$
  select one.kind, one.day, one.key, one.count from (values
    ('orders', beijing_day(created_at), '', 1::bigint),
    ('todo', 0, 'toHandle', (not fully_pushed and not is_over)::int::bigint),
    ('todo', 0, 'problem', has_problem::int::bigint),
    ('todo', 0, 'refunding', (order_state = 'refunding')::int::bigint),
    ('todo', 0, 'asks', (order_state = 'asks')::int::bigint),
    ('todo', 0, 'toDownload', coalesce(unpaid_images > 0, false)::int::bigint),
    ('todo', 0, 'toPush', (order_state = 'toMake' and not fully_pushed and not is_over)::int::bigint),
    -- The images that those to push have to be paid for.
    ('todo', 0, 'toPay', case when order_state = 'toMake' and not fully_pushed and not is_over then coalesce(unpaid_images, 0) else 0 end::bigint),
    ('todo', 0, 'toApprove', coalesce(approval = 'waiting' and not is_over, false)::int::bigint)
  ) as one (kind, day, key, count)
  where parent_id is null and one.count <> 0
$$;

create or replace function count_orders() returns trigger language plpgsql as $$
begin
  if is_importing() then return null; end if;
  if tg_op = 'INSERT' then
    insert into home_count_change (account_id, kind, day, shop_id, key, count)
    select n.account_id, one.kind, one.day, n.shop_id, one.key, sum(one.count) from new_rows n
    cross join lateral order_counts(n.parent_id, n.created_at, n.order_state, n.is_over, n.fully_pushed, n.unpaid_images, n.approval,
      n.has_problem) one
    group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into home_count_change (account_id, kind, day, shop_id, key, count)
    select o.account_id, one.kind, one.day, o.shop_id, one.key, -sum(one.count) from old_rows o
    cross join lateral order_counts(o.parent_id, o.created_at, o.order_state, o.is_over, o.fully_pushed, o.unpaid_images, o.approval,
      o.has_problem) one
    group by 1, 2, 3, 4, 5;
  else
    insert into home_count_change (account_id, kind, day, shop_id, key, count)
    select side.account_id, one.kind, one.day, side.shop_id, one.key, sum(side.sign * one.count)
    from new_rows n join old_rows o on o.id = n.id
    cross join lateral (values
      (1, n.account_id, n.shop_id, n.parent_id, n.created_at, n.order_state, n.is_over, n.fully_pushed, n.unpaid_images, n.approval,
        n.has_problem),
      (-1, o.account_id, o.shop_id, o.parent_id, o.created_at, o.order_state, o.is_over, o.fully_pushed, o.unpaid_images, o.approval,
        o.has_problem)
    ) side (sign, account_id, shop_id, parent_id, created_at, order_state, is_over, fully_pushed, unpaid_images, approval, has_problem)
    cross join lateral order_counts(side.parent_id, side.created_at, side.order_state, side.is_over, side.fully_pushed,
      side.unpaid_images, side.approval, side.has_problem) one
    where (n.shop_id, n.parent_id, n.created_at, n.order_state, n.is_over, n.fully_pushed, n.unpaid_images, n.approval, n.has_problem)
      is distinct from (o.shop_id, o.parent_id, o.created_at, o.order_state, o.is_over, o.fully_pushed, o.unpaid_images, o.approval,
        o.has_problem)
    group by 1, 2, 3, 4, 5 having sum(side.sign * one.count) <> 0;
    perform date_designs(array(
      select link.customization_id from new_rows n join old_rows o on o.id = n.id and o.created_at <> n.created_at
      join order_item item on item.order_id = n.id
      join order_item_customization link on link.order_item_id = item.id));
  end if;
  return null;
end $$;

create or replace function home_counts_plain()
returns table (account_id bigint, kind text, day integer, shop_id bigint, key text, count bigint) language sql stable as $$
  select o.account_id, one.kind, one.day, o.shop_id, one.key, sum(one.count)::bigint from shop_order o
  cross join lateral order_counts(o.parent_id, o.created_at, o.order_state, o.is_over, o.fully_pushed, o.unpaid_images, o.approval,
    o.has_problem) one
  group by 1, 2, 3, 4, 5
  union all
  select design.account_id, one.kind, design.day, design.shop_id, one.key, count(*) from ordered_designs_plain() design
  cross join lateral (values ('template', template_key), ('model', model_key)) one (kind, key)
  group by 1, 2, 3, 4, 5
  union all
  select record.account_id, one.kind, beijing_day(record.created_at), record.shop_id, '', sum(one.count)::bigint
  from usage_line line join usage_record record on record.id = line.usage_record_id
  cross join lateral (values ('images', 1::bigint), ('credits', line.used_credits)) one (kind, count)
  group by 1, 2, 3, 4
$$;

select recount_orders(array(select id from shop_order where parent_id is null and not is_over));
select recount_home();
