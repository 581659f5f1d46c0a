-- The marketplace's own words for the state of an item, as a file says them, beside our state; null: the source gives none.
alter table order_item add column platform_state text;
