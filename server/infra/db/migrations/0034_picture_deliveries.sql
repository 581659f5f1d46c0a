-- Customized images that reached the seller or a factory: what was delivered is not given back as missing, whatever its address says later.
create table picture_delivery (
  account_id bigint not null,
  customization_id bigint not null,
  delivered_at timestamptz not null,
  primary key (account_id, customization_id),
  foreign key (account_id, customization_id) references customization (account_id, id) on delete cascade
);
