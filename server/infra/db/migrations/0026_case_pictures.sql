-- The picture of each template on its case that the storage has: it is made when it is first asked for, and can be made again.
create table case_picture (
  account_id bigint not null references account on delete cascade,
  -- No reference: a template that is restored from the trash finds its picture.
  template_id bigint primary key,
  -- Names what it was drawn from; a template, case or look that changed has another one.
  name text not null,
  made_at timestamptz not null
);
create index case_picture_account on case_picture (account_id);
