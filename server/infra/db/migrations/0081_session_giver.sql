-- The sub-account that granted a shop's session; null for the owner, and for sessions of before.
alter table shop add column session_sub_account text;
