-- When an order's facts were last seen at their source, which source brought it in, and two times that some sources know.
alter table shop_order
  -- Null: taken in before this was recorded, so that every observation counts as newer.
  add column observed_at timestamptz,
  add column source text check (source in ('api', 'sync', 'file', 'manual', 'demo')),
  add column paid_at timestamptz,
  -- Until when the marketplace wants it shipped.
  add column ship_until timestamptz;
