-- How many requests of a refund the provider was sent. A refusal of one of several says nothing about the others.
alter table refund_hold add column requests integer not null default 1;
