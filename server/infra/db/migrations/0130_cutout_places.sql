-- What tells the place of a cut-out in its queue, and how long cut-outs take: rank as its job has it, and when its model ran.
alter table cutout_task
  add column rank integer not null default 0,
  add column started_at timestamptz,
  add column ended_at timestamptz;
create index cutout_task_measured on cutout_task (class, ended_at) where started_at is not null and status = 'SUCCESS';
