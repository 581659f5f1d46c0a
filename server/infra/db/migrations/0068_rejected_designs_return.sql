-- The order and the item from which a design was sent back to its buyer: submitted again, it returns there.
alter table buyer_design add column return_order_original_id text;
alter table buyer_design add column return_item_original_id text;
