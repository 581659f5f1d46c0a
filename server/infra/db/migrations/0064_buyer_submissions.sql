-- What was submitted: the case and the layers of which print file and effect image were drawn. A later change that was not submitted
-- must not reach an order.
alter table buyer_design add column submission jsonb;
update buyer_design set submission = jsonb_build_object(
  'phoneModelId', phone_model_id, 'materialColorId', material_color_id, 'layers', layers)
where submitted_revision = revision;
-- Without its submission a design cannot be bound, so its buyer submits it again.
update buyer_design set status = 'draft' where status = 'submitted' and submission is null;
