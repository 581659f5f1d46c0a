-- What the home screen counts.
create index shop_order_push_failed on shop_order (account_id, parent_id, id) where push_status = 'failed';

-- The template of a design, out of its snapshot, which is too long to be read for statistics.
alter table customization
  add column template_id bigint,
  add column template_name text;
update customization set template_id = (snapshot ->> 'templateId')::bigint, template_name = snapshot ->> 'templateName'
where snapshot ->> 'templateId' is not null;

create function template_of_snapshot() returns trigger language plpgsql as $$
begin
  new.template_id := (new.snapshot ->> 'templateId')::bigint;
  new.template_name := new.snapshot ->> 'templateName';
  return new;
end $$;
create trigger customization_template before insert or update of snapshot on customization
  for each row execute function template_of_snapshot();
