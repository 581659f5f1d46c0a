-- A design that others may look at. The token is made of the design's secret and the salt; both are null while it is not shared.
alter table buyer_design add column share_salt text, add column share_hash text;
