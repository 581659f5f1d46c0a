-- Claims are few at a time, and looked through every minute for such as nobody holds any more.
create index push_line_claimed on push_line (lease_until) where status = 'claimed';
