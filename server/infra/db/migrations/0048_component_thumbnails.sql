-- A component that a program stored without a picture of itself gets one, drawn by a job.
alter table design_component_version add column thumbnail_due boolean not null default false;
update design_component_version set thumbnail_due = true where thumbnail_file_id is null;
create index design_component_version_thumbnail_due on design_component_version (account_id, id) where thumbnail_due;
