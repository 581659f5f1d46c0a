-- Lines that the seller aligns layers to; null until there are any.
alter table template add column guides jsonb;
