-- What the seller calls a link, and when designs may be begun behind it; null: at any time. The last moment counts.
alter table shop_customization_setting add column name text not null default '';
alter table shop_customization_setting add column starts_at timestamptz;
alter table shop_customization_setting add column ends_at timestamptz;

-- Begun by the seller to see what a buyer sees; not counted.
alter table buyer_design add column is_preview boolean not null default false;
-- When it was put into an order first; it is counted once, whatever becomes of the binding.
alter table buyer_design add column ordered_at timestamptz;
update buyer_design set ordered_at = updated_at where order_original_id is not null;

-- How often a link was opened, and how many designs behind it were begun, submitted and ordered, by days in Beijing. Designs are deleted
-- when nobody needs them; these numbers stay. Buyers who open a link at the same moment write to different slots.
create table link_count (
  account_id bigint not null,
  setting_id bigint not null,
  -- Days since 1970-01-01 in Beijing.
  day integer not null,
  slot smallint not null,
  opened integer not null default 0,
  begun integer not null default 0,
  submitted integer not null default 0,
  ordered integer not null default 0,
  foreign key (account_id, setting_id) references shop_customization_setting (account_id, id) on delete cascade,
  primary key (setting_id, day, slot)
);
create index link_count_account on link_count (account_id, setting_id);
insert into link_count (account_id, setting_id, day, slot, begun, submitted, ordered)
select account_id, setting_id, floor((extract(epoch from created_at) + 28800) / 86400)::integer, 0,
  count(*), count(submitted_revision), count(order_original_id)
from buyer_design where setting_id is not null group by 1, 2, 3;
