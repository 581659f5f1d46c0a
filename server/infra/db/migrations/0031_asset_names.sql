-- A name of the asset's own, once the seller has given it one; null: that of its file.
alter table asset add column name text;
-- SHA-256 of the picture as the seller has it: cleaning changes the bytes we store, and uploads are compared with files.
alter table asset add column sha256 text;
