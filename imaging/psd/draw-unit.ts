/** Renders the parts of an artboard's plan, large ones in bands, so that their contents need only a band of memory. */
import { type Box, blank, copyInto, fade, filled, intersect, type Raster, reduce } from '../pixels/raster'
import {
  applyMasks,
  type Composing,
  composeInto,
  composeStack,
  extent,
  isAllChannels,
  neededRegion,
  renderStack,
  withInterior,
} from './compose'
import type { PsdNode } from './node'
import { joinInks } from './pixels'
import type { ArtboardPlan, Unit } from './plan'

/** Throws when the result is no longer wanted. */
export type Check = () => void

/** Limit of a picture's px: 64 million px take 256 MB, and a group needs two pictures; more does not fit beside the page. */
export const maxPixels = 64_000_000

/** px of a band; large groups with several layers are rendered in bands of this size. */
const bandPixels = 4_000_000

type StackUnit = Extract<Unit, { kind: 'stack' }>
type SceneUnit = Extract<Unit, { kind: 'scene' }>
type AdjustUnit = Extract<Unit, { kind: 'adjust' }>

export interface UnitDrawing {
  /** Fades a raster and cuts it by the masks, as these groups do. */
  applyGroups(file: Composing, groups: readonly PsdNode[], raster: Raster): Promise<Raster>
  /** Returns the artboard reduced, each px the mean of `step` × `step`. */
  composeSmall(plan: ArtboardPlan, step: number, check: Check): Promise<Raster>
  /** Returns the unit within a box; null when it shows nothing. @param overPicture whether all its edges lie on pixels. */
  drawUnit(unit: StackUnit | SceneUnit | AdjustUnit, overPicture: boolean, box: Box, check: Check): Promise<Raster | null>
}

/** @param createComposing returns the file with the check that ends its rendering. */
export function createUnitDrawing(createComposing: (check: Check) => Composing): UnitDrawing {
  const maskByGroups = async (file: Composing, groups: readonly PsdNode[], raster: Raster): Promise<Raster> => {
    for (const group of groups) await applyMasks(file, group, raster)
    return raster
  }
  const applyGroups = (file: Composing, groups: readonly PsdNode[], raster: Raster): Promise<Raster> => {
    for (const group of groups) fade(raster, group.opacity * group.fill)
    return maskByGroups(file, groups, raster)
  }

  /**
   * Renders the artboard reduced, each px the mean of `step` × `step`; band by band, so that only a band and the small picture
   * are in memory.
   */
  const composeSmall = async ({ box, nodes: own, fill, frame }: ArtboardPlan, step: number, check: Check): Promise<Raster> => {
    const file = createComposing(check)
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    const small = blank({ left: 0, top: 0, right: Math.ceil(width / step), bottom: Math.ceil(height / step) })
    const rows = step * Math.max(1, Math.floor(bandPixels / width / step))
    for (let top = box.top; top < box.bottom; top += rows) {
      const band = { ...box, top, bottom: Math.min(box.bottom, top + rows) }
      const raster = fill === null ? blank(band) : filled(band, fill)
      await composeInto(file, own, raster)
      const part = reduce(await applyGroups(file, frame, raster), step)
      const at = (top - box.top) / step
      copyInto({ ...part, top: at, bottom: at + part.height }, small)
    }
    return small
  }

  /**
   * Renders a part of a picture in the file's own colours. Photoshop mixes inks; if each layer were converted to RGB first, soft
   * edges would be mixed as light.
   */
  const inInks = async (
    check: Check,
    inks: boolean,
    render: (file: Composing) => Promise<Raster | null>,
  ): Promise<Raster | null> => {
    const file = createComposing(check)
    if (!inks || file.header.mode !== 4 || file.convert === null) return render(file)
    const colors = await render({ ...file, plates: [0, 1, 2] })
    const black = await render({ ...file, plates: [3, 3, 3] })
    return colors === null || black === null ? null : joinInks(colors, black, file.convert)
  }

  /** Renders a stack with its groups' masks, without its opacities and styles; each group inside holds a picture of the box. */
  const drawPart = ({ stack, ancestors }: StackUnit, overPicture: boolean, box: Box, check: Check): Promise<Raster | null> =>
    inInks(check, (stack.base.children !== null || stack.clips.length > 0) && isAllChannels(stack), async (file) => {
      const raster = await renderStack({ ...file, overPicture }, stack, box)
      return raster === null ? null : maskByGroups(file, ancestors, raster)
    })

  /** Large pictures are rendered band by band, so that their contents need only a band of memory. */
  const inBands = async (box: Box, drawBand: (band: Box) => Promise<Raster | null>): Promise<Raster | null> => {
    const width = box.right - box.left
    if (width * (box.bottom - box.top) <= bandPixels) return drawBand(box)
    const raster = blank(box)
    const rows = Math.max(1, Math.floor(bandPixels / width))
    for (let top = box.top; top < box.bottom; top += rows) {
      const part = await drawBand({ ...box, top, bottom: Math.min(box.bottom, top + rows) })
      if (part !== null) copyInto(part, raster)
    }
    return raster
  }

  const drawStack = async (unit: StackUnit, over: boolean, board: Box, check: Check): Promise<Raster | null> => {
    const { base, clips } = unit.stack
    // Styles need the layer beyond the artboard: its cut edge would be stroked and shaded.
    const needed = neededRegion(createComposing(check), base, board)
    const whole = intersect(needed, base.children === null ? base.box : needed)
    const fits = whole !== null && (whole.right - whole.left) * (whole.bottom - whole.top) <= maxPixels
    const box = base.effects.length + base.interior.length > 0 && fits ? whole : board
    const bare = { ...base, effects: [] }
    const reach = extent(bare, box)
    const isOne = reach === null || (base.children === null && clips.length === 0)
    const raster = await (isOne ? drawPart(unit, over, box, check) : inBands(reach, (band) => drawPart(unit, over, band, check)))
    return raster && withInterior(createComposing(check), raster, base)
  }

  /** Renders stacks on the artboard's colour as one picture. */
  const drawScene = ({ stacks, fill, ancestors }: SceneUnit, box: Box, check: Check): Promise<Raster | null> =>
    inBands(box, (band) =>
      inInks(check, fill === null && stacks.every((stack) => isAllChannels(stack)), async (file) => {
        const raster = fill === null ? blank(band) : filled(band, fill)
        for (const stack of stacks) await composeStack(file, stack, raster)
        return applyGroups(file, ancestors, raster)
      }),
    )

  /** Renders where an adjustment layer acts. */
  const drawAdjust = async ({ node, ancestors }: AdjustUnit, box: Box, check: Check): Promise<Raster> => {
    const file = createComposing(check)
    const raster = filled(box, [0, 0, 0])
    await applyMasks(file, node, raster)
    return maskByGroups(file, ancestors, raster)
  }

  const drawUnit = (unit: StackUnit | SceneUnit | AdjustUnit, over: boolean, box: Box, check: Check): Promise<Raster | null> =>
    unit.kind === 'stack'
      ? drawStack(unit, over, box, check)
      : unit.kind === 'scene'
        ? drawScene(unit, box, check)
        : drawAdjust(unit, box, check)

  return { applyGroups, composeSmall, drawUnit }
}
