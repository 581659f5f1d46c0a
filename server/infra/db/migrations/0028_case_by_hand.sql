-- The seller has given the design another model, material or colour: what comes with the order later does not change them back.
alter table customization add column case_by_hand boolean not null default false;
create index customization_model on customization (account_id, phone_model_id);
