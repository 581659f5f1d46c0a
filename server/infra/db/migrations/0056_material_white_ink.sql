-- How white ink is printed on cases of a material: by the print profile, under all art, between two layers of colours, or not at all.
alter table material add column white_ink text not null default 'profile'
  check (white_ink in ('profile', 'under', 'between', 'none'));
