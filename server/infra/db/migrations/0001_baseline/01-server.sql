-- The database of an installation: what the servers know of themselves and of one another, and what all tables below rely on.
-- Ids are positive integers, times are timestamptz. Rows of a seller hang from account: a reference from one of them to another
-- one is made of (account_id, id), so that nothing can refer to a row of another account.

-- Notes of an installation, such as where its files are or that it is being maintained (server/infra/db/installation.ts). This table
-- and server_process are neither exported nor backed up, because both describe the database and not what is in it.
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

-- Values that the server keeps for itself and that an export takes along: keys that it generated, contents of the embedded programs.
create table setting (
  name text primary key,
  value text not null
);

-- Limits that all processes count together. They need not survive a crash of the database, so no log is written of them; a row is
-- rewritten often and in place.
create unlogged table shared_limit (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- Whether an export is being loaded: it brings balances and counts along, so the triggers leave them as they come.
create function is_importing() returns boolean language sql stable as $$
  select coalesce(current_setting('kejiang.importing', true), '') = 'on'
$$;
