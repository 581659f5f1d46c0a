-- What was submitted waits for the seller, because its content is doubtful: until then no order has it.
alter table buyer_design add column under_review boolean not null default false;
create index buyer_design_review on buyer_design (account_id, id) where under_review;

-- What the checker, and after it the seller, said of each photo and text of a design.
create table buyer_check (
  account_id bigint not null,
  design_id bigint not null,
  -- file:ID for a picture, text:SHA256 for a text.
  subject text not null,
  verdict text not null check (verdict in ('pass', 'review', 'block')),
  -- For the seller; null where there is nothing to say.
  reason text,
  checked_at timestamptz not null default now(),
  foreign key (account_id, design_id) references buyer_design (account_id, id) on delete cascade,
  primary key (design_id, subject)
);
