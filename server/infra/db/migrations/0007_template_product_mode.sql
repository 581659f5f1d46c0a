-- What a buyer may do with a template's product, as contract/constants.ts numbers it; 1 follows the shop's own setting.
alter table template add column product_mode smallint not null default 1 check (product_mode between 1 and 5);
