-- The shops of a sub-account; null: all shops, also those that are added later.
alter table app_user add column shop_ids bigint[] check (shop_ids is null or not is_main);

-- Entries of the log name what acted: a person, a rule, or the server by itself; and the order and the shop that they are about, which a
-- user with chosen shops is shown by. None of them refers to its row, because entries stay when what they name is gone.
alter table audit
  add column actor_kind text not null default 'person' constraint audit_actor_kind_check check (actor_kind in ('person', 'rule', 'system')),
  add column rule_id bigint,
  add column rule_name text,
  add column order_id bigint,
  add column shop_id bigint,
  drop constraint audit_action_check,
  add constraint audit_action_check
    check (action in ('charged', 'pushed', 'deleted', 'permissions', 'automated', 'approval', 'synced'));

update audit set actor_kind = 'rule', rule_name = substring(username from '^规则「(.*)」$') where user_id = 0 and username like '规则「%」';
update audit set rule_id = (details ->> 'rule')::bigint where action = 'automated' and jsonb_typeof(details -> 'rule') = 'number';
update audit set order_id = (details ->> 'id')::bigint
where action in ('automated', 'approval') and jsonb_typeof(details -> 'id') = 'number';
update audit set shop_id = o.shop_id from shop_order o where o.id = audit.order_id and o.account_id = audit.account_id;
update audit set shop_id = made.shop_id from customization made
where audit.action in ('charged', 'pushed') and audit.shop_id is null and made.account_id = audit.account_id
  and made.id = case when jsonb_typeof(audit.details -> 'id') = 'number' then (audit.details ->> 'id')::bigint
    when jsonb_typeof(audit.details -> 'ids' -> 0) = 'number' then (audit.details -> 'ids' ->> 0)::bigint end;

create index audit_by_actor on audit (account_id, actor_kind, id desc);
create index audit_by_order on audit (account_id, order_id, id desc) where order_id is not null;
