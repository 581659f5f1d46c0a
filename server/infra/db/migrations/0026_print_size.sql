-- Where a factory's mould differs from the case: printed at 1:1, with what lies beyond the mould cut, or scaled to the mould.
alter table factory add column print_size text not null default 'true-size' check (print_size in ('true-size', 'mould'));
