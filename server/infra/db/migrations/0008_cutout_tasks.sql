-- Cut-outs asked for, and what became of them. They live for days. There is no reference to the account: a cutout host of its own
-- knows accounts only from the tickets it is shown.
create table cutout_task (
  -- 128 random bits: whoever knows it may look.
  id text primary key,
  -- The ticket's own number; showing it again answers the same task.
  ticket text not null unique,
  account_id bigint not null,
  type text not null check (type in ('head', 'body', 'common')),
  source_key text not null,
  status text not null check (status in ('RUNNING', 'SUCCESS', 'FAILED')),
  error text,
  -- What was cut and by whom: the same again is answered with the same result.
  sha256 text,
  model text,
  result_key text,
  attempts integer not null default 0,
  -- Until when the process that took it is believed to work on it.
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  check (status <> 'SUCCESS' or (sha256 is not null and model is not null and result_key is not null))
);
create index cutout_task_waiting on cutout_task (created_at, id) where status = 'RUNNING';
create index cutout_task_known on cutout_task (account_id, sha256, type, model) where status = 'SUCCESS';
create index cutout_task_created on cutout_task (created_at);
create index cutout_task_result on cutout_task (result_key) where result_key is not null;
