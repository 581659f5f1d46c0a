-- Deleting a referenced row looks for the rows that refer to it: without these, each deleted wireframe reads every SKU and
-- each deleted model or colour reads every template.
create index sku_wireframe on sku (wireframe_id);
create index sku_brand on sku (phone_brand_id);
create index sku_material on sku (material_id);
create index template_preview_model on template (preview_phone_model_id);
create index template_preview_color on template (preview_material_color_id);
