/** Draws the effect image of a design with its print file: the print on the case as it was when the order came in. */
import { guessLook, type Look, type Pose } from '../../../../contract/rules/look'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { findOwned } from '../../../kernel/owned'
import type { ShownOn, ShownPrint } from '../../../ports/renderer'
import { readStored } from '../picture-bytes'
import { type DrawnDesign, type PrintOptions, printOf } from './print-file'
import type { StoredDesign } from './stored-design'

/** Size of an effect image, px: sharp in a chat and on a listing. */
const effectSize = { width: 900, height: 1200 } as const
/** Assumed for a case without a size, mm: only the width of its edge and its grain depend on it. */
const assumedHeightMm = 155

/** The case on which a design is shown. */
export interface ShownCase extends Pick<StoredDesign, 'widthMm' | 'heightMm' | 'materialId' | 'materialName'> {
  readonly wireframe: StoredDesign['snapshot']['wireframe']
}

type Size = { readonly width: number; readonly height: number }

/**
 * Draws the print file and the effect image in one go. The effect image is null if the case has no picture, or if they are lost: the print file
 * does not depend on them. Rejects as `drawPrint` does.
 *
 * @param picture size of the effect image, px.
 */
export async function drawWithEffect(
  ctx: Ctx,
  design: DrawnDesign,
  shownCase: ShownCase,
  { picture = effectSize, ...options }: PrintOptions & { readonly picture?: Size } = {},
): Promise<ShownPrint> {
  return ctx.renderer.renderShown(printOf(ctx, design, options), await shownOn(ctx, shownCase, picture))
}

async function shownOn(ctx: Ctx, design: ShownCase, picture: Size): Promise<ShownOn | null> {
  const { wireframe } = design
  if (wireframe === null) return null
  const background = await readFound(ctx, wireframe.backgroundKey)
  const foreground = await readFound(ctx, wireframe.foregroundKey)
  if (background === null && foreground === null) return null
  const heightMm = design.heightMm ?? assumedHeightMm
  return {
    background,
    foreground,
    widthMm: design.widthMm ?? (heightMm * wireframe.width) / wireframe.height,
    heightMm,
    ...(await appearanceOf(ctx, design)),
    picture,
  }
}

/** The look and pose that its material has now; of a deleted one, the look that its name in the order suggests, from the front. */
async function appearanceOf(ctx: Ctx, { materialId, materialName }: ShownCase): Promise<{ look: Look; pose: Pose }> {
  const row = materialId === null ? undefined : await findOwned(ctx, 'material', materialId)
  return { look: row?.look ?? guessLook(row?.name ?? materialName), pose: row?.effect_pose ?? 'front' }
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
