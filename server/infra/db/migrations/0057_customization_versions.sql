-- Counts the changes of a customization's design: by its order, by a seller's correction, by drawing it again. Whoever changes it
-- names the version that he saw.
alter table customization add column version integer not null default 1;
-- The picture that came with the order, while the seller's own version stands in its place; null while the order's own stands.
alter table customization add column order_image_url text;

-- The versions of a customization that a seller changed, the present one included.
create table customization_version (
  account_id bigint not null,
  customization_id bigint not null,
  version integer not null,
  origin text not null check (origin in ('order', 'correction', 'rendering', 'restored')),
  -- Who made it; null where the order brought it.
  username text,
  created_at timestamptz not null,
  customized_image_url text,
  preview_image_url text,
  customized_file_id bigint references file,
  preview_file_id bigint references file,
  order_image_url text,
  snapshot jsonb not null,
  foreign key (account_id, customization_id) references customization (account_id, id) on delete cascade,
  primary key (customization_id, version)
);
create index customization_version_customized on customization_version (customized_file_id) where customized_file_id is not null;
