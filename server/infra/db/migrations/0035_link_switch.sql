-- A customization link that is switched off keeps its setting and its address.
alter table shop_customization_setting add column enabled boolean not null default true;
