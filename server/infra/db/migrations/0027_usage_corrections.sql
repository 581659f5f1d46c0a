-- Credits that came back for an image that turned out not to be there: the line of usage moves here, and the image is not paid for.
create table usage_correction (
  account_id bigint not null,
  usage_record_id bigint not null,
  customization_id bigint not null,
  used_credits bigint not null check (used_credits > 0),
  journal_id bigint not null,
  created_at timestamptz not null default now(),
  foreign key (account_id, usage_record_id) references usage_record (account_id, id) on delete cascade,
  foreign key (account_id, journal_id) references journal (account_id, id) on delete cascade,
  primary key (usage_record_id, customization_id)
);
create index usage_correction_customization on usage_correction (account_id, customization_id);
create trigger usage_correction_history before update or delete on usage_correction for each row execute function refuse_change();

-- Adds the kind of this migration to those that exist.
do $$
declare known text;
begin
  select substring(pg_get_constraintdef(oid) from 'CHECK (.*)$') into known from pg_constraint
    where conrelid = 'journal'::regclass and conname = 'journal_kind_check';
  alter table journal drop constraint journal_kind_check;
  execute format('alter table journal add constraint journal_kind_check check (kind = ''correction'' or %s)', known);
end $$;

-- A line of usage leaves only together with its correction.
create function refuse_usage_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    not exists (select 1 from account where id = old.account_id)
    or exists (select 1 from usage_correction c
      where c.usage_record_id = old.usage_record_id and c.customization_id = old.customization_id)
  ) then return old; end if;
  raise exception 'usage_line is history and cannot be changed' using errcode = '23514';
end $$;
drop trigger usage_line_history on usage_line;
create trigger usage_line_history before update or delete on usage_line for each row execute function refuse_usage_change();

-- What a correction moved is what it gave back.
create function check_correction() returns trigger language plpgsql as $$
declare back bigint; recorded bigint;
begin
  select -sum(p.amount) into back from posting p join ledger_account l on l.id = p.ledger_account_id
    where p.journal_id = new.journal_id and l.kind = 'used';
  select sum(used_credits) into recorded from usage_correction where journal_id = new.journal_id;
  if back is distinct from recorded then
    raise exception 'journal %: % given back, % recorded', new.journal_id, back, recorded using errcode = '23514';
  end if;
  if exists (select 1 from usage_line u where u.usage_record_id = new.usage_record_id and u.customization_id = new.customization_id) then
    raise exception 'customization % is corrected and still charged', new.customization_id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger usage_correction_complete after insert on usage_correction deferrable initially deferred
  for each row execute function check_correction();
