-- The flag that the seller set on an order at its marketplace; null: none, or one that is not known. The words beside it, or those of a
-- flag that is not known, are its text.
alter table shop_order
  add column flag text check (flag in ('red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'grey')),
  add column flag_text text;
-- The list of orders with a flag: most have none.
create index shop_order_flag on shop_order (account_id, flag, created_at desc, id desc) where flag is not null;
