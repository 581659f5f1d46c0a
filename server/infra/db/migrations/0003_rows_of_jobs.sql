-- Who works on a row that has a job, since when and how often, is known of its job alone (docs/adr/0027-jobs-by-pg-boss.md). The index
-- sync_task_waiting goes with its column.
alter table sync_task drop column attempts, drop column lease_until, drop column run_at;
alter table cutout_task drop column attempts, drop column lease_until;
alter table buyer_drawing drop column lease_until;
