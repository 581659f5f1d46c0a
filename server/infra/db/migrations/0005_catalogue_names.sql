-- A new model's name is looked up among the models of its brand: without this, filling a brand costs the square of its models.
create index phone_model_name on phone_model (phone_brand_id, name);

-- Since when no SKU shows a wireframe any more (its form was given up, its SKU took another); null while one does, or before
-- anyone looked.
alter table wireframe add column unbound_since timestamptz;
create index wireframe_unbound on wireframe (unbound_since) where unbound_since is not null;
