-- A platform opened the link for this order of its buyer: the design goes there as soon as both are known.
alter table buyer_design add column for_order text;
-- The platform's name of the buyer (openid), which its calls about the order need.
alter table buyer_design add column platform_user text;
create index buyer_design_for_order on buyer_design (shop_id, for_order) where for_order is not null and order_original_id is null;
