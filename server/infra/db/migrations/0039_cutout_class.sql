-- Who waits for a cut-out: each class has a queue of its own.
alter table cutout_task add column class text not null default 'seller' check (class in ('seller', 'buyer'));
