/** Which designs the numbers of their links count: not those that a seller began to see the page, nor those of deleted links. */
import type { Ctx } from '../../kernel/context'
import { countForLink } from '../shops/link-counts'
import type { DesignRow } from './access'

/** Counts that a design was begun, submitted for the first time, or put into an order for the first time. */
export async function countDesign(
  ctx: Ctx,
  { setting_id, is_preview }: Pick<DesignRow, 'setting_id' | 'is_preview'>,
  step: 'begun' | 'submitted' | 'ordered',
): Promise<void> {
  if (setting_id !== null && !is_preview) await countForLink(ctx, setting_id, step)
}
