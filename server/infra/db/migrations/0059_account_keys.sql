-- Every table of accounts' rows has account_id in a key (docs/scale.md): a database that is spread by account needs it there.
--
-- An index that was there is extended where that is possible, so that writes cost what they did; the columns by which it is read stay
-- first. Keys that servers name in ON CONFLICT stay as they are, so that those of the version before can still write.

-- Indexes that began with the account.
drop index api_key_use_account, app_user_account, audit_account, case_picture_account, file_account, home_count_change_of,
  link_count_account, product_sku_original, shop_app_account, sku_account, template_cutout_account, template_draft_account,
  usage_correction_customization;
create unique index api_key_use_account on api_key_use (account_id, key_id, day, kind);
create unique index app_user_account on app_user (account_id, id);
create unique index audit_account on audit (account_id, id desc);
create unique index case_picture_account on case_picture (account_id, template_id);
create unique index file_account on file (account_id, id);
create unique index home_count_change_of on home_count_change (account_id, kind, day, id);
create unique index link_count_account on link_count (account_id, setting_id, day, slot);
create unique index product_sku_original on product_sku (account_id, original_id, id);
create unique index shop_app_account on shop_app (account_id, shop_id);
create unique index sku_account on sku (account_id, id);
create unique index template_cutout_account on template_cutout (account_id, template_id, id);
create unique index template_draft_account on template_draft (account_id, template_id, id);
create unique index usage_correction_customization on usage_correction (account_id, customization_id, usage_record_id);

-- Indexes that begin with what a deletion or a search looks for.
drop index buyer_design_key_design, buyer_file_file, customization_file_of, factory_color_binding_color, factory_material_binding_material,
  factory_model_binding_model, order_due_at, order_item_customization_of, posting_ledger_account,
  print_batch_piece_piece;
create unique index buyer_design_key_design on buyer_design_key (design_id, secret_hash, account_id, id);
create unique index buyer_file_file on buyer_file (file_id, account_id, design_id);
create unique index customization_file_of on customization_file (file_id, account_id, customization_id);
create unique index factory_color_binding_color on factory_color_binding (material_color_id, account_id, factory_id);
create unique index factory_material_binding_material on factory_material_binding (material_id, account_id, factory_id);
create unique index factory_model_binding_model on factory_model_binding (phone_model_id, account_id, factory_id);
create unique index order_due_at on order_due (due_at, account_id, order_id) nulls not distinct;
create unique index order_item_customization_of on order_item_customization (customization_id, account_id, order_item_id);
create unique index posting_ledger_account on posting (ledger_account_id, account_id, id);
create unique index print_batch_piece_piece on print_batch_piece (piece_id, account_id, batch_id);

-- Keys that no server names in ON CONFLICT.
alter table customization_version drop constraint customization_version_pkey, add primary key (customization_id, version, account_id);
alter table listing_picture drop constraint listing_picture_pkey, add primary key (run_id, index, account_id);
alter table order_import_row drop constraint order_import_row_pkey, add primary key (import_id, place, account_id);
alter table ordered_design drop constraint ordered_design_pkey, add primary key (customization_id, account_id);

create or replace function date_designs(touched bigint[]) returns void language plpgsql as $$
begin
  if is_importing() or cardinality(touched) = 0 then return; end if;
  perform from customization where id = any(touched) order by id for no key update;
  delete from ordered_design where customization_id = any(touched) and not exists (
    select from order_item_customization link where link.customization_id = ordered_design.customization_id);
  insert into ordered_design as known (customization_id, account_id, shop_id, day, template_key, model_key)
  select customization_id, account_id, shop_id, day, template_key, model_key from ordered_designs_plain()
  where customization_id = any(touched)
  on conflict (customization_id, account_id) do update set shop_id = excluded.shop_id, day = excluded.day,
    template_key = excluded.template_key, model_key = excluded.model_key
  where (known.shop_id, known.day, known.template_key, known.model_key)
    is distinct from (excluded.shop_id, excluded.day, excluded.template_key, excluded.model_key);
end $$;

-- Tables with nothing to extend, of which few rows are written.
create unique index buyer_check_account on buyer_check (account_id, design_id, subject);
create unique index buyer_drawing_account on buyer_drawing (account_id, id);
create unique index customization_setting_account on customization_setting (account_id, id);
create unique index cutout_task_account on cutout_task (account_id, id);
create unique index design_component_version_account on design_component_version (account_id, id);
create unique index factory_material_account on factory_material (account_id, factory_id, original_id);
create unique index factory_phone_model_account on factory_phone_model (account_id, factory_id, code);
create unique index platform_delivery_account on platform_delivery (account_id, id);
create unique index print_sheet_account on print_sheet (account_id, batch_id, index);
create unique index template_layer_account on template_layer (account_id, id);

-- The rows of the trash had no key at all.
alter table trash_row add column id bigint generated by default as identity;
drop index trash_row_of;
alter table trash_row add primary key (account_id, trash_id, source, id);

-- Tables that had no account. Servers of the version before do not write it, so that a trigger does.
create function account_of_shop() returns trigger language plpgsql as $$
begin
  select account_id into new.account_id from shop where id = new.shop_id;
  return new;
end $$;
create function account_of_file() returns trigger language plpgsql as $$
begin
  select account_id into new.account_id from file where id = new.file_id;
  return new;
end $$;

alter table order_cursor add column account_id bigint;
update order_cursor set account_id = shop.account_id from shop where shop.id = order_cursor.shop_id;
alter table order_cursor alter account_id set not null, add unique (account_id, shop_id), drop constraint order_cursor_shop_id_fkey,
  add foreign key (account_id, shop_id) references shop (account_id, id) on delete cascade;
create trigger order_cursor_account before insert on order_cursor for each row when (new.account_id is null)
  execute function account_of_shop();

alter table order_sync add column account_id bigint;
update order_sync set account_id = shop.account_id from shop where shop.id = order_sync.shop_id;
alter table order_sync alter account_id set not null, add unique (account_id, shop_id), drop constraint order_sync_shop_id_fkey,
  add foreign key (account_id, shop_id) references shop (account_id, id) on delete cascade;
create trigger order_sync_account before insert on order_sync for each row when (new.account_id is null)
  execute function account_of_shop();

alter table picture_look add column account_id bigint;
update picture_look set account_id = file.account_id from file where file.id = picture_look.file_id;
alter table picture_look alter account_id set not null, add unique (account_id, file_id), drop constraint picture_look_file_id_fkey,
  add foreign key (account_id, file_id) references file (account_id, id) on delete cascade;
create trigger picture_look_account before insert on picture_look for each row when (new.account_id is null)
  execute function account_of_file();
