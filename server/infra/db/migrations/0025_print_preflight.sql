-- What is known of an order before it is printed: how many pieces are made of each design, what its shop calls the item, and what buyer
-- and seller noted.
alter table order_item
  -- [{ customizationId, pieces }] as the seller said it; it counts for as long as it fits the item.
  add column decided_pieces jsonb,
  add column merchant_sku text;
alter table shop_order
  add column buyer_message text,
  add column seller_memo text;

-- What was seen of stored pictures: a stored file never changes.
create table picture_look (
  file_id bigint primary key references file on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content text not null check (content in ('transparent', 'uniform', 'plain', 'drawn'))
);
