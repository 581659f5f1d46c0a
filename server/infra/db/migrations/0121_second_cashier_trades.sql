-- The embedded cashier can be told to take a second payment for one number of the merchant, as real payers manage to: this is the
-- number that such a trade shows, while its own stays unique.
alter table cashier_trade add column second_of text references cashier_trade (out_trade_no) on delete cascade;
create index cashier_trade_second on cashier_trade (second_of) where second_of is not null;
