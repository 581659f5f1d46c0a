/** Compares the present print file of a customization with the one that its design gives when it is drawn now. */
import type { RenderingComparison } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { readPicture } from '../picture-bytes'
import { drawPrint } from './print-file'
import { readDesign } from './stored-design'

const dataUrl = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`

/** Changes nothing; the pictures are as small as previews, so the comparison is free of charge. */
export async function compareRendering(ctx: Ctx, id: number): Promise<RenderingComparison> {
  const design = await readDesign(ctx, id)
  const { url } = design
  if (url === null) throw new Failure('conflict', '买家还没有完成定制，没有可以比较的定制图')
  const [drawn, present] = await Promise.all([drawPrint(ctx, design), readPicture(ctx, { url, storageKey: design.storageKey })])
  const { old, now, oldPicture, newPicture, differencePicture, ...figures } = await ctx.renderer.compare(
    present,
    drawn,
    ctx.actor.accountId,
  )
  return {
    version: design.version,
    width: now.width,
    height: now.height,
    oldWidth: old.width,
    oldHeight: old.height,
    ...figures,
    oldPicture: dataUrl(oldPicture),
    newPicture: dataUrl(newPicture),
    differencePicture: dataUrl(differencePicture),
  }
}
