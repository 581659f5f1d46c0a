-- The keys with which sellers connect shops to their marketplaces, and what renews a shop's session; the session itself stands with
-- the shop. Sealed values are encrypted with the server's key.
create table shop_app (
  shop_id bigint primary key,
  account_id bigint not null,
  app_key text not null,
  secret_sealed text not null,
  -- What some marketplaces need besides, such as the id of the shop.
  extra_sealed text,
  -- The marketplace's id of the seller whom the keys belong to.
  seller_id text not null,
  refresh_sealed text,
  -- When the session has to be renewed; null where it is not renewed.
  token_expires_at timestamptz,
  checked_at timestamptz,
  -- When the marketplace last refused the keys, and why, in words for the seller.
  failed_at timestamptz,
  problem text,
  -- A server renews the session until then: what renews it may be accepted only once.
  renewing_until timestamptz,
  foreign key (account_id, shop_id) references shop (account_id, id) on delete cascade
);
create index shop_app_account on shop_app (account_id, shop_id);
