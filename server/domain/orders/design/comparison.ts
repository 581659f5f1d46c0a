/** Compares the present print file of a customization with the one that its design gives when it is drawn now. */
import type { RenderingComparison } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { isPrintLost, readPicture } from '../picture-bytes'
import { drawPrint } from './print-file'
import { lockOf, readDesign, type StoredDesign } from './stored-design'

const dataUrl = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`

/**
 * Changes nothing; the pictures are as small as previews, so the comparison is free of charge. Without a present print file there is the
 * drawn one alone.
 */
export async function compareRendering(ctx: Ctx, id: number): Promise<RenderingComparison> {
  const design = await readDesign(ctx, id)
  const [drawn, present] = await Promise.all([drawPrint(ctx, design), readPresent(ctx, design)])
  const { old, now, oldPicture, newPicture, differencePicture, ...figures } = await ctx.renderer.compare(
    present ?? drawn,
    drawn,
    ctx.actor.accountId,
  )
  const shown = { version: design.version, width: now.width, height: now.height, newPicture: dataUrl(newPicture) }
  if (present === null) return { ...shown, ...figures, old: null }
  const pictures = { picture: dataUrl(oldPicture), differencePicture: dataUrl(differencePicture) }
  return { ...shown, ...figures, old: { ...old, ...pictures } }
}

/** Returns null when the file is lost. */
async function readPresent(ctx: Ctx, design: StoredDesign): Promise<Buffer | null> {
  const { url, storageKey } = design
  if (url === null && lockOf(design) === null) throw new Failure('conflict', '买家还没有完成定制，没有可以比较的定制图')
  if (url === null || (await isPrintLost(ctx, design))) return null
  return readPicture(ctx, { url, storageKey })
}
