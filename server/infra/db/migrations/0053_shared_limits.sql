-- Limits that all processes count together. They need not survive a crash of the database, so no log is written of them; a row is
-- rewritten often and in place.
create unlogged table shared_limit (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
