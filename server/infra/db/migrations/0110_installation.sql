-- What an installation knows of itself, such as where its files are or that it is being maintained. Neither table is exported or backed
-- up: both describe this database and not what is in it.
create table installation (
  name text primary key,
  value jsonb not null
);

-- Signs of life of the processes that serve on this database. A connection proves nothing: a pooler keeps those of stopped processes.
create table server_process (
  id text primary key,
  program text not null,
  version text not null,
  host text not null,
  pid int4 not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
