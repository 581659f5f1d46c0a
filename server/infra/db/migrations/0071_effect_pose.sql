-- The pose in which the server draws a case of this material for the effect images of orders.
alter table material add column effect_pose text not null default 'front' check (effect_pose in ('front', 'turned', 'standing'));
