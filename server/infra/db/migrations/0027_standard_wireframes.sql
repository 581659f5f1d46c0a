-- What a standard wireframe was drawn from; null where the pictures are the seller's own, or were checked against the factory's mould.
alter table wireframe add column standard text check (standard in ('library', 'factory'));
