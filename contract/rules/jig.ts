/** Jigs: plates with fixed slots for cases, and where the print of a case lies in a slot. Pure; plugin and server use it. */

/** Quarter turns clockwise, degrees: how a print lies on the sheet. */
export const turns = [0, 90, 180, 270] as const
export type Turn = (typeof turns)[number]

export interface Size {
  readonly widthMm: number
  readonly heightMm: number
}

/** The place of one case on a jig: a rectangle whose sides are parallel to the jig's, mm from the upper left. */
export interface JigSlot extends Size {
  /** Named S1, S2 … as in Roland's SVG jigs. */
  readonly key: string
  /** The slot group that it belongs to. */
  readonly group: string
  readonly xMm: number
  readonly yMm: number
  /** How the case lies in it. */
  readonly turn: Turn
}

/** Slots of one form, and the models whose cases fit into them. */
export interface SlotGroup {
  readonly name: string
  /** Empty: each model whose print is not larger than the slot. */
  readonly phoneModelIds: readonly number[]
}

export interface JigLayout extends Size {
  readonly slots: readonly JigSlot[]
  readonly groups: readonly SlotGroup[]
}

/** Ranges of a jig's figures. */
export const jigLimits = {
  /** From a jig for one case to the largest flatbeds; the upper end is a guess. */
  sideMm: { min: 20, max: 3200 },
  slotMm: { min: 5, max: 1000 },
  slots: 400,
  groups: 20,
  rows: 50,
} as const

/** A print may be this much larger than its slot, mm: sizes are written with a tenth. */
const toleranceMm = 0.1

export interface GridSettings extends Size {
  readonly rows: number
  readonly columns: number
  /** Distance from one slot to the next, from edge to the same edge, mm. */
  readonly pitchXMm: number
  readonly pitchYMm: number
  /** Upper left of the first slot, mm. */
  readonly firstXMm: number
  readonly firstYMm: number
  readonly turn: Turn
  readonly group: string
}

/** Rounds to a hundredth, so that sums of pitches stay legible. */
const rounded = (mm: number): number => Math.round(mm * 100) / 100

/** Returns slots in rows and columns, numbered row by row from S1. `widthMm` and `heightMm` are those of a slot as it lies. */
export function gridSlots(grid: GridSettings): JigSlot[] {
  const { rows, columns, pitchXMm, pitchYMm, firstXMm, firstYMm, widthMm, heightMm, turn, group } = grid
  return Array.from({ length: rows * columns }, (_, index) => ({
    key: `S${index + 1}`,
    group,
    xMm: rounded(firstXMm + (index % columns) * pitchXMm),
    yMm: rounded(firstYMm + Math.floor(index / columns) * pitchYMm),
    widthMm,
    heightMm,
    turn,
  }))
}

/** Whether width and height change places in a turn. */
export const isAcross = (turn: Turn): boolean => turn % 180 !== 0

/** Returns the size of a print as it lies after a turn. */
export const turnedSize = ({ widthMm, heightMm }: Size, turn: Turn): Size =>
  isAcross(turn) ? { widthMm: heightMm, heightMm: widthMm } : { widthMm, heightMm }

/** Returns the upper left of a print in the middle of its slot, mm on the jig; null where it is larger than the slot. */
export function placeInSlot(slot: JigSlot, print: Size): { readonly xMm: number; readonly yMm: number } | null {
  const { widthMm, heightMm } = turnedSize(print, slot.turn)
  if (widthMm > slot.widthMm + toleranceMm || heightMm > slot.heightMm + toleranceMm) return null
  return { xMm: slot.xMm + (slot.widthMm - widthMm) / 2, yMm: slot.yMm + (slot.heightMm - heightMm) / 2 }
}

const overlaps = (a: JigSlot, b: JigSlot): boolean =>
  a.xMm < b.xMm + b.widthMm && b.xMm < a.xMm + a.widthMm && a.yMm < b.yMm + b.heightMm && b.yMm < a.yMm + a.heightMm

/** Returns what is wrong with a jig as a whole, in words for the seller; null when nothing is. */
export function jigProblem({ widthMm, heightMm, slots, groups }: JigLayout): string | null {
  if (slots.length === 0) return '治具上至少要有一个工位'
  const names = groups.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `有两个工位组都叫“${twice}”，请换一个名称`
  const keys = new Set<string>()
  for (const slot of slots) {
    if (keys.has(slot.key)) return `有两个工位都叫“${slot.key}”，请换一个编号`
    keys.add(slot.key)
    if (!names.includes(slot.group)) return `工位 ${slot.key} 的工位组“${slot.group}”不存在`
    const isInside =
      slot.xMm >= 0 &&
      slot.yMm >= 0 &&
      slot.xMm + slot.widthMm <= widthMm + toleranceMm &&
      slot.yMm + slot.heightMm <= heightMm + toleranceMm
    if (!isInside) return `工位 ${slot.key} 超出了治具，请检查尺寸、行列数和间距`
  }
  const crossed = slots.flatMap((slot, index) => {
    const other = slots.slice(index + 1).find((one) => overlaps(slot, one))
    return other ? [[slot.key, other.key] as const] : []
  })[0]
  return crossed ? `工位 ${crossed[0]} 和 ${crossed[1]} 重叠，请检查尺寸和间距` : null
}
