-- The customization that is made once more by this one, because it was paid for or sent to a factory and cannot be changed.
alter table customization add column remake_of bigint references customization (id) on delete set null;
create index customization_remake on customization (remake_of) where remake_of is not null;
