-- What a customization was read from: the same again leaves it as it was taken.
alter table customization add column sha256 text not null default '';

-- Pictures of a snapshot: the wireframe and the layers as they were. They are not swept while it can be opened.
create table customization_file (
  account_id bigint not null,
  customization_id bigint not null,
  file_id bigint not null references file,
  foreign key (account_id, customization_id) references customization (account_id, id) on delete cascade,
  primary key (customization_id, file_id)
);
create index customization_file_of on customization_file (file_id);

-- Ended tasks are kept for a while, then swept.
create index sync_task_finished on sync_task (finished_at) where finished_at is not null;
