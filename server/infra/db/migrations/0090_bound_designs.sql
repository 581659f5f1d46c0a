-- What may be codes of designs in the order's texts (contract/rules/design-code.ts), the likeliest first: a design that is submitted
-- later finds the orders that already name it.
alter table shop_order add column design_codes text[] not null default '{}';
-- Orders that are here already: eight letters and digits in one word or in two halves, which is how nearly all codes are written.
-- Other spellings are found when the order is imported again.
update shop_order set design_codes = found.codes from (
  select id, array_agg(distinct translate(match[1] || match[2], 'OIL', '011')) as codes
  from shop_order, regexp_matches(upper(coalesce(buyer_message, '') || ' ' || coalesce(seller_memo, '')),
    '(?:^|[^0-9A-Z])([0-9A-Z]{4})[^0-9A-Z]{0,3}([0-9A-Z]{4})(?![0-9A-Z])', 'g') as match
  where buyer_message is not null or seller_memo is not null
  group by id
) as found where found.id = shop_order.id;
create index shop_order_design_codes on shop_order using gin (design_codes) where design_codes <> '{}';

-- Whether a product's items had designs is read of its newest items.
create index order_item_product on order_item (account_id, product_original_id, id desc) where product_original_id is not null;

-- Numbers of orders out of which the seller took the design: it is not put back there by itself.
alter table buyer_design add column released_from text[] not null default '{}';
-- The design of which this one is a copy, made by the seller for another item.
alter table buyer_design add column copy_of bigint references buyer_design (id) on delete set null;
create index buyer_design_copy on buyer_design (copy_of) where copy_of is not null;

-- A submission keeps the names of its case: the design can be put into an order after the model or the colour was deleted.
update buyer_design set submission = submission || (
  select jsonb_build_object('phoneBrandId', brand.id, 'phoneBrandName', brand.name, 'phoneModelName', model.name,
    'materialId', material.id, 'materialName', material.name, 'colorName', color.name)
  from phone_model model join phone_brand brand on brand.id = model.phone_brand_id
  join material_color color on color.id = (submission ->> 'materialColorId')::bigint and color.account_id = model.account_id
  join material on material.id = color.material_id
  where model.id = (submission ->> 'phoneModelId')::bigint and model.account_id = buyer_design.account_id
)
where submission is not null and exists (select from phone_model where id = (submission ->> 'phoneModelId')::bigint)
  and exists (select from material_color where id = (submission ->> 'materialColorId')::bigint);
