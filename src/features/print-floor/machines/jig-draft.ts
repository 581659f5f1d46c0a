/** A jig as the dialog edits it: slot groups, each a grid of rows and columns or slots at places of their own. Pure. */
import { clamp } from '../../../../contract/ground/number'
import { type GridSettings, gridSlots, type JigLayout, type JigSlot, jigLimits, type Turn } from '../../../../contract/rules/jig'

export type Grid = Omit<GridSettings, 'group'>

export interface GroupDraft {
  readonly name: string
  /** Empty: each model whose print is not larger than the slot. */
  readonly phoneModelIds: readonly number[]
  readonly grid: Grid
  /** Slots that are no grid, such as those of a file; they stay where they are. Null: those of the grid. */
  readonly slots: readonly JigSlot[] | null
}

export interface JigDraft {
  readonly widthMm: number
  readonly heightMm: number
  readonly groups: readonly GroupDraft[]
}

/** Sizes of slots that print floors use; all but 80 × 165 mm are a guess. */
export const slotPresets = [
  { label: '80 × 165（多数手机壳）', widthMm: 80, heightMm: 165 },
  { label: '85 × 170（大屏手机壳）', widthMm: 85, heightMm: 170 },
  { label: '95 × 180（带余量）', widthMm: 95, heightMm: 180 },
  { label: '60 × 60（耳机套、气囊支架）', widthMm: 60, heightMm: 60 },
] as const

/** Space that is left between slots and at the edge until the seller says otherwise, mm. */
const usualGapMm = 10

const rounded = (mm: number): number => Math.round(mm * 100) / 100
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.011

/** Returns the grid with as many rows and columns as the jig has room for, in its middle; the spaces between slots stay. */
export function filledGrid(jig: { readonly widthMm: number; readonly heightMm: number }, grid: Grid): Grid {
  const along = (side: number, slot: number, pitch: number) => {
    const step = Math.max(slot, pitch)
    const count = clamp(Math.floor((side - slot) / step + 1e-6) + 1, 1, jigLimits.rows)
    return { count, step: rounded(step), first: rounded(Math.max(0, (side - slot - (count - 1) * step) / 2)) }
  }
  const across = along(jig.widthMm, grid.widthMm, grid.pitchXMm)
  const down = along(jig.heightMm, grid.heightMm, grid.pitchYMm)
  return {
    ...grid,
    ...{ columns: across.count, pitchXMm: across.step, firstXMm: across.first },
    ...{ rows: down.count, pitchYMm: down.step, firstYMm: down.first },
  }
}

const firstGrid: Grid = {
  ...{ rows: 1, columns: 1, widthMm: 80, heightMm: 165, turn: 0 },
  ...{ pitchXMm: 80 + usualGapMm, pitchYMm: 165 + usualGapMm, firstXMm: usualGapMm, firstYMm: usualGapMm },
}

/** Returns a draft of a new jig that fills a bed. */
export function newDraft(bed: { readonly widthMm: number; readonly heightMm: number } | null): JigDraft {
  const { widthMm, heightMm } = bed ?? { widthMm: 300, heightMm: 420 }
  return {
    widthMm,
    heightMm,
    groups: [{ name: '通用', phoneModelIds: [], grid: filledGrid({ widthMm, heightMm }, firstGrid), slots: null }],
  }
}

/** Returns a further group below the others, with a name of its own. */
export function addedGroup({ groups }: JigDraft): GroupDraft {
  const names = new Set(groups.map(({ name }) => name))
  let number = groups.length + 1
  while (names.has(`工位组 ${number}`)) number += 1
  return { name: `工位组 ${number}`, phoneModelIds: [], grid: groups.at(-1)?.grid ?? firstGrid, slots: null }
}

/** Returns the grid on which slots lie, in their order; null when they do not. */
export function gridOf(slots: readonly JigSlot[]): Grid | null {
  const [first] = slots
  if (!first) return null
  const columns = slots.findIndex(({ yMm }) => !isSame(yMm, first.yMm))
  const inRow = columns === -1 ? slots.length : columns
  const { widthMm, heightMm, turn, xMm: firstXMm, yMm: firstYMm } = first
  const grid: Grid = {
    ...{ rows: Math.ceil(slots.length / inRow), columns: inRow, widthMm, heightMm, turn, firstXMm, firstYMm },
    pitchXMm: inRow > 1 ? rounded((slots[1]?.xMm ?? 0) - firstXMm) : rounded(widthMm + usualGapMm),
    pitchYMm: inRow < slots.length ? rounded((slots[inRow]?.yMm ?? 0) - firstYMm) : rounded(heightMm + usualGapMm),
  }
  const made = gridSlots({ ...grid, group: '' })
  const isGrid =
    made.length === slots.length &&
    made.every(({ xMm, yMm }, at) => {
      const slot = slots[at]
      return (
        slot !== undefined &&
        slot.turn === turn &&
        isSame(xMm, slot.xMm) &&
        isSame(yMm, slot.yMm) &&
        isSame(widthMm, slot.widthMm) &&
        isSame(heightMm, slot.heightMm)
      )
    })
  return isGrid ? grid : null
}

/** Returns a stored jig as a draft. */
export function draftOf({ widthMm, heightMm, slots, groups }: JigLayout): JigDraft {
  return {
    widthMm,
    heightMm,
    groups: groups.map(({ name, phoneModelIds }) => {
      const own = slots.filter(({ group }) => group === name)
      const grid = gridOf(own)
      return { name, phoneModelIds, grid: grid ?? firstGrid, slots: grid === null ? own : null }
    }),
  }
}

/** Returns the draft as a jig. The slots of grids are numbered on from group to group; those of a file keep their numbers. */
export function layoutOf({ widthMm, heightMm, groups }: JigDraft): JigLayout {
  const taken = new Set(groups.flatMap(({ slots }) => (slots ?? []).map(({ key }) => key)))
  let number = 0
  const nextKey = () => {
    do number += 1
    while (taken.has(`S${number}`))
    return `S${number}`
  }
  return {
    widthMm,
    heightMm,
    groups: groups.map(({ name, phoneModelIds }) => ({ name: name.trim(), phoneModelIds })),
    slots: groups.flatMap(({ name, grid, slots }) =>
      slots === null
        ? gridSlots({ ...grid, group: name.trim() }).map((slot) => ({ ...slot, key: nextKey() }))
        : slots.map((slot) => ({ ...slot, group: name.trim() })),
    ),
  }
}

/** Returns the grid with another turn: a slot that was upright lies across then, and the other way round. */
export function turnedGrid(grid: Grid, turn: Turn): Grid {
  if ((grid.turn - turn) % 180 === 0) return { ...grid, turn }
  const { widthMm, heightMm, pitchXMm, pitchYMm } = grid
  return {
    ...{ ...grid, turn, widthMm: heightMm, heightMm: widthMm },
    ...{ pitchXMm: rounded(heightMm + pitchXMm - widthMm), pitchYMm: rounded(widthMm + pitchYMm - heightMm) },
  }
}
