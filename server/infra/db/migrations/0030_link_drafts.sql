-- What a seller has filled in of a customization link and not saved, so that the buyers' page can show it beside the form: the last one of
-- each user, until it ends.
create table link_draft (
  account_id bigint not null,
  shop_id bigint not null,
  user_id bigint not null references app_user on delete cascade,
  -- The unguessable part of the address at which it is shown.
  token text not null unique,
  customization_timing smallint not null check (customization_timing in (1, 2)),
  data jsonb not null,
  ends_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, shop_id) references shop (account_id, id) on delete cascade
);
create index link_draft_shop on link_draft (account_id, shop_id);
create index link_draft_user on link_draft (user_id);
