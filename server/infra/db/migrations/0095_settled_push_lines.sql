-- How often the line was ordered and cancelled at a factory: each time it is ordered with another outside id, because a factory keeps
-- the id of a cancelled order.
alter table push_line add column attempt integer not null default 0;
-- The factory's number of the order that is not made any more, and when that became known. Such a line is `failed`: no factory has it.
alter table push_line add column cancelled_number text;
alter table push_line add column cancelled_at timestamptz;
-- What the factory said where it sounded like a refusal and was none for certain: said again, it is one.
alter table push_line add column doubtful_words text;
