/** Draws the effect image of a design: its print on the case as it was when the order came in. */
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { readStored } from '../picture-bytes'
import type { StoredSnapshot } from '../snapshot'

/** Returns null if the snapshot has no picture of the case, or if they are lost: the print file does not depend on them. */
export async function drawEffect(ctx: Ctx, wireframe: StoredSnapshot['wireframe'], print: Buffer): Promise<Buffer | null> {
  if (wireframe === null) return null
  const { width, height, backgroundKey, foregroundKey } = wireframe
  const [background, foreground] = [await readFound(ctx, backgroundKey), await readFound(ctx, foregroundKey)]
  if (background === null && foreground === null) return null
  return ctx.renderer.drawOnCase({ owner: ctx.actor.accountId, width, height, print, background, foreground })
}

async function readFound(ctx: Ctx, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  try {
    return await readStored(ctx, key)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}
