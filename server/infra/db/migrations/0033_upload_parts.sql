-- Parts of a file whose page has no network of its own: how many were sent, at most; each is an object of the storage until the report.
alter table file add column parts integer not null default 0 check (parts >= 0);
