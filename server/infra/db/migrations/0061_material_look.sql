-- How the material's surface looks in effect images; null: as its name suggests.
alter table material add column look text check (look in ('glossy', 'frosted', 'clear', 'leather', 'mirror'));
