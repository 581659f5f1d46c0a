-- Refunds the embedded cashier has made, by the merchant's number: the same one again changes nothing.
alter table cashier_trade add column refund_keys text[] not null default '{}';
