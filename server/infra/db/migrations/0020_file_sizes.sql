-- What an account keeps is added up at each upload.
create index file_sizes on file (account_id) include (id, size) where size is not null;
create index file_open on file (account_id) where status = 'pending';
