-- The rules of the ledger, which the database itself keeps: history stays, balances and lots move by postings only, and at the end of
-- each transaction everything adds up.

-- What has been entered stays as it is; mistakes are corrected by further entries. It goes only with its whole account.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from account where id = old.account_id) then return old; end if;
  raise exception '% is history and cannot be changed', tg_table_name using errcode = '23514';
end $$;
create trigger journal_history before update or delete on journal for each row execute function refuse_change();
create trigger posting_history before update or delete on posting for each row execute function refuse_change();
create trigger usage_record_history before update or delete on usage_record for each row execute function refuse_change();
create trigger usage_correction_history before update or delete on usage_correction for each row execute function refuse_change();
create trigger ledger_account_kept before delete on ledger_account for each row execute function refuse_change();
create trigger credit_lot_kept before delete on credit_lot for each row execute function refuse_change();
create trigger recharge_record_kept before delete on recharge_record for each row execute function refuse_change();

-- A line of usage leaves only together with a correction that gives back what the line cost, whatever an image costs by then.
create function refuse_usage_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    not exists (select 1 from account where id = old.account_id)
    or exists (select 1 from usage_correction c
      where c.usage_record_id = old.usage_record_id and c.customization_id = old.customization_id
        and c.used_credits = old.used_credits)
  ) then return old; end if;
  raise exception 'usage_line is history and cannot be changed' using errcode = '23514';
end $$;
create trigger usage_line_history before update or delete on usage_line for each row execute function refuse_usage_change();

-- A posting moves its side's balance, and the lot that it names.
create function carry_posting() returns trigger language plpgsql as $$
declare touched ledger_account;
begin
  if is_importing() then return null; end if;
  update ledger_account set balance = balance + new.amount where id = new.ledger_account_id returning * into touched;
  if (touched.kind = 'balance') <> (new.credit_lot_id is not null) then
    raise exception 'posting %: the balance moves with a lot, and only the balance', new.id using errcode = '23514';
  end if;
  if new.credit_lot_id is not null then
    update credit_lot set remaining = remaining + new.amount where id = new.credit_lot_id;
  end if;
  return null;
end $$;
create trigger posting_carried after insert on posting for each row execute function carry_posting();

create function guard_balance() returns trigger language plpgsql as $$
begin
  if is_importing() then return new; end if;
  if tg_op = 'INSERT' then
    if new.balance <> 0 then raise exception 'a balance begins at 0' using errcode = '23514'; end if;
  elsif (new.id, new.account_id, new.kind) is distinct from (old.id, old.account_id, old.kind) or pg_trigger_depth() < 2 then
    raise exception 'balances move by postings only' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger ledger_account_guarded before insert or update on ledger_account for each row execute function guard_balance();

create function guard_lot() returns trigger language plpgsql as $$
begin
  if is_importing() then return new; end if;
  if tg_op = 'INSERT' then
    if new.remaining <> 0 then raise exception 'a lot is filled by a posting' using errcode = '23514'; end if;
  elsif (new.id, new.account_id, new.recharge_record_id, new.credits, new.expires_at)
      is distinct from (old.id, old.account_id, old.recharge_record_id, old.credits, old.expires_at) or pg_trigger_depth() < 2 then
    raise exception 'lots move by postings only' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger credit_lot_guarded before insert or update on credit_lot for each row execute function guard_lot();

-- What was ordered never changes, money never comes back by itself, and a refund or an end is final. The trade of a recharge is settled
-- by its payment: a payer may give up one trade and pay another for the same number.
create function guard_recharge() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.out_trade_no, new.credits, new.amount_fen, new.created_at)
      is distinct from (old.id, old.account_id, old.out_trade_no, old.credits, old.amount_fen, old.created_at)
    or (old.trade_no is not null and old.paid_at is not null and new.trade_no is distinct from old.trade_no)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or new.refunded_fen < old.refunded_fen or new.credits_taken_back < old.credits_taken_back then
    raise exception 'recharge record %: what was ordered and what happened cannot be changed', old.id using errcode = '23514';
  end if;
  if new.status <> old.status and not (
    old.status = 1 or (old.status = 3 and new.status in (2, 4, 5)) or (old.status = 2 and new.status in (4, 5))
  ) then
    raise exception 'recharge record %: % does not become %', old.id, old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;
create trigger recharge_record_guarded before update on recharge_record for each row execute function guard_recharge();

-- An entry has two sides or more that come to 0, and what it charges is what its records of usage say.
create function check_journal() returns trigger language plpgsql as $$
declare entered journal; total bigint; sides bigint; used bigint; recorded bigint;
begin
  if tg_table_name = 'journal' then entered := new;
  else select * into entered from journal where id = new.journal_id;
  end if;
  select sum(amount), count(*) into total, sides from posting where journal_id = entered.id;
  if sides < 2 or total <> 0 then
    raise exception 'journal % is out of balance: % sides, sum %', entered.id, sides, total using errcode = '23514';
  end if;
  if entered.kind = 'charge' then
    select sum(p.amount) into used from posting p join ledger_account l on l.id = p.ledger_account_id
      where p.journal_id = entered.id and l.kind = 'used';
    select sum(used_credits) into recorded from usage_record where journal_id = entered.id;
    if used is distinct from recorded then
      raise exception 'journal %: % charged, % recorded', entered.id, used, recorded using errcode = '23514';
    end if;
  end if;
  return null;
end $$;
create constraint trigger journal_balanced after insert on posting deferrable initially deferred
  for each row execute function check_journal();
create constraint trigger journal_complete after insert on journal deferrable initially deferred
  for each row execute function check_journal();

create function check_usage() returns trigger language plpgsql as $$
declare lines bigint;
begin
  select sum(used_credits) into lines from usage_line where usage_record_id = new.id;
  if lines is distinct from new.used_credits then
    raise exception 'usage record %: lines come to %, the record says %', new.id, lines, new.used_credits using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger usage_record_complete after insert on usage_record deferrable initially deferred
  for each row execute function check_usage();

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

-- What is left in the lots is what the ledger says the seller has.
create function check_lots() returns trigger language plpgsql as $$
declare left_in_lots bigint; owned bigint;
begin
  -- A whole account is going.
  if not exists (select 1 from account where id = new.account_id) then return null; end if;
  select coalesce(sum(remaining), 0) into left_in_lots from credit_lot where account_id = new.account_id and remaining > 0;
  select coalesce(max(balance), 0) into owned from ledger_account where account_id = new.account_id and kind = 'balance';
  if left_in_lots <> owned then
    raise exception 'account %: lots hold %, the ledger says %', new.account_id, left_in_lots, owned using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger lots_match after insert or update on credit_lot deferrable initially deferred
  for each row execute function check_lots();
create constraint trigger ledger_matches after insert or update on ledger_account deferrable initially deferred
  for each row when (new.kind = 'balance') execute function check_lots();

-- What the open refunds hold is what the ledger says is held.
create function check_holds() returns trigger language plpgsql as $$
declare in_holds bigint; in_ledger bigint;
begin
  -- A whole account is going.
  if not exists (select 1 from account where id = new.account_id) then return null; end if;
  select coalesce(sum(held), 0) into in_holds from refund_hold where account_id = new.account_id and ended_at is null;
  select coalesce(max(balance), 0) into in_ledger from ledger_account where account_id = new.account_id and kind = 'held';
  if in_holds <> in_ledger then
    raise exception 'account %: refunds hold %, the ledger says %', new.account_id, in_holds, in_ledger using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger holds_match after insert or update on refund_hold deferrable initially deferred
  for each row execute function check_holds();
create constraint trigger ledger_matches_holds after insert or update on ledger_account deferrable initially deferred
  for each row when (new.kind = 'held') execute function check_holds();
