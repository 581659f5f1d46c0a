-- A line of usage leaves only together with a correction that gives back what the line cost, whatever an image costs by then.
create or replace function refuse_usage_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    not exists (select 1 from account where id = old.account_id)
    or exists (select 1 from usage_correction c
      where c.usage_record_id = old.usage_record_id and c.customization_id = old.customization_id
        and c.used_credits = old.used_credits)
  ) then return old; end if;
  raise exception 'usage_line is history and cannot be changed' using errcode = '23514';
end $$;
