-- Since when nothing refers to a finished file any more; null while something does, or before anyone looked.
alter table file add column unused_since timestamptz;
create index file_unused on file (unused_since) where unused_since is not null;
-- Deleting a file looks for the rows that refer to it.
create index template_layer_file on template_layer (image_file_id);
create index template_thumbnail on template (thumbnail_file_id);
create index wireframe_background on wireframe (background_file_id);
create index wireframe_foreground on wireframe (foreground_file_id);
