-- Set-ups of products from the words of their SKUs: what each one created, so that it can be undone for a day and a repeated call
-- changes nothing.
create table sku_words_run (
  account_id bigint not null,
  shop_id bigint not null,
  -- Chosen by the caller.
  run_key text not null,
  -- The answer of the call.
  reply jsonb not null,
  -- The rows that it created, each with a hash of what was in it.
  made jsonb not null,
  made_at timestamptz not null,
  primary key (account_id, run_key),
  foreign key (account_id, shop_id) references shop (account_id, id) on delete cascade
);
create index sku_words_run_shop on sku_words_run (account_id, shop_id);
