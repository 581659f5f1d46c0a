-- When the marketplace was last asked for an order alone and did not have it; open orders are asked for in turn.
alter table shop_order add column checked_at timestamptz;
create index shop_order_open on shop_order (shop_id, greatest(imported_at, observed_at, checked_at)) where is_platform_order and not is_over;
-- The list of orders by the time until which they are to be shipped: all of an account, and those that are due.
create index shop_order_by_ship on shop_order (account_id, (is_over or ship_until is null), ship_until, created_at desc, id desc)
  where parent_id is null;
create index shop_order_to_ship on shop_order (account_id, ship_until) where not is_over and ship_until is not null;
