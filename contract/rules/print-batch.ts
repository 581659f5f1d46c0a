/** Batches of the print floor: states of pieces and batches, and how pieces are laid into the slots of a jig. Pure. */
import { type JigLayout, type JigSlot, placeInSlot, type Size, type Turn } from './jig'

/** `waiting`: in no batch; `planned`: in a batch that is not printed yet; a piece whose print failed waits again. */
export const pieceStates = ['waiting', 'planned', 'printed', 'packed', 'shipped', 'cancelled'] as const
export type PieceState = (typeof pieceStates)[number]

export const pieceStateNames: Readonly<Record<PieceState, string>> = {
  waiting: '待打印',
  planned: '已排版',
  printed: '已打印',
  packed: '已包装',
  shipped: '已发货',
  cancelled: '已取消',
}

/** The steps of a piece, in this order; `failed` sends it back to be printed again. */
export const pieceSteps = ['printed', 'packed', 'shipped', 'failed'] as const
export type PieceStep = (typeof pieceSteps)[number]

/** `making`: its sheets are being written; `made`: they can be printed; `printed`: the seller said how each piece came out. */
export const batchStates = ['planned', 'making', 'made', 'printed'] as const
export type BatchState = (typeof batchStates)[number]

export const batchStateNames: Readonly<Record<BatchState, string>> = {
  planned: '已排版',
  making: '正在生成拼版',
  made: '可以打印',
  printed: '已打印',
}

const before: Readonly<Record<Exclude<PieceStep, 'failed'>, PieceState>> = {
  printed: 'planned',
  packed: 'printed',
  shipped: 'packed',
}

/** Returns the step that follows for a piece; null when nothing is left to do, or it has to be planned first. */
export const nextStep = (state: PieceState): Exclude<PieceStep, 'failed'> | null =>
  (['printed', 'packed', 'shipped'] as const).find((step) => before[step] === state) ?? null

/** Whether a step may be taken from a state. A print may turn out bad until the piece is shipped. */
export const mayStep = (state: PieceState, step: PieceStep): boolean =>
  step === 'failed' ? ['planned', 'printed', 'packed'].includes(state) : before[step] === state

/** Whether a piece is already as far as a step brings it, so that a second scan changes nothing. */
export const isStepDone = (state: PieceState, step: PieceStep): boolean =>
  step !== 'failed' && pieceStates.indexOf(state) >= pieceStates.indexOf(step) && state !== 'cancelled'

/** Most pieces and sheets of one batch. */
export const batchLimits = { pieces: 500, sheets: 20 } as const

export interface PlannedPiece extends Size {
  readonly id: number
  readonly phoneModelId: number | null
}

export interface Placement {
  readonly pieceId: number
  /** The sheet, from 1. */
  readonly sheet: number
  /** Null on a sheet without a jig. */
  readonly slot: string | null
  /** Upper left of the print as it lies, mm from the upper left of the sheet. */
  readonly xMm: number
  readonly yMm: number
  readonly turn: Turn
}

/** Whether the case of a piece fits into a slot: by the models of the slot's group, and by the size of the print. */
function fitIn({ groups }: Pick<JigLayout, 'groups'>, slot: JigSlot, piece: PlannedPiece) {
  const models = groups.find(({ name }) => name === slot.group)?.phoneModelIds ?? []
  const isModel = models.length === 0 || (piece.phoneModelId !== null && models.includes(piece.phoneModelId))
  return isModel ? placeInSlot(slot, piece) : null
}

/** Returns the placement of a piece in a slot; null where it does not fit. */
export function placementIn(jig: JigLayout, slot: JigSlot, piece: PlannedPiece, sheet: number): Placement | null {
  const place = fitIn(jig, slot, piece)
  return place && { pieceId: piece.id, sheet, slot: slot.key, ...place, turn: slot.turn }
}

export interface SlotPlan {
  readonly placements: readonly Placement[]
  /** Pieces that fit into no slot of the jig. */
  readonly unfit: readonly number[]
  /** Pieces that fit, for which the sheets of one batch do not suffice, or of the last sheet that is not full enough. */
  readonly later: readonly number[]
}

/**
 * Lays pieces into slots, in their order: each into the first free slot that fits, on as many sheets as it takes. A slot for certain models
 * goes before one for any model, so that it does not stay empty.
 *
 * @param minFill share of the slots of a sheet that must be filled, 0 to 1: emptier sheets wait for more pieces.
 */
export function planSlots(
  pieces: readonly PlannedPiece[],
  jig: JigLayout,
  { minFill, sheets: most = batchLimits.sheets }: { readonly minFill: number; readonly sheets?: number },
): SlotPlan {
  const isForAny = ({ group }: JigSlot) => (jig.groups.find(({ name }) => name === group)?.phoneModelIds ?? []).length === 0
  const slots = [...jig.slots.filter((slot) => !isForAny(slot)), ...jig.slots.filter(isForAny)]
  const sheets: Map<JigSlot, Placement>[] = []
  const unfit: number[] = []
  const later: number[] = []
  for (const piece of pieces) {
    if (!slots.some((slot) => fitIn(jig, slot, piece) !== null)) {
      unfit.push(piece.id)
      continue
    }
    if (!lay(piece)) later.push(piece.id)
  }

  function lay(piece: PlannedPiece): boolean {
    for (let index = 0; index < most; index++) {
      const sheet = sheets[index] ?? new Map<JigSlot, Placement>()
      for (const slot of slots) {
        if (sheet.has(slot)) continue
        const placement = placementIn(jig, slot, piece, index + 1)
        if (placement === null) continue
        sheet.set(slot, placement)
        sheets[index] = sheet
        return true
      }
    }
    return false
  }

  const isFull = (sheet: ReadonlyMap<JigSlot, Placement>) => sheet.size >= Math.max(1, minFill * jig.slots.length)
  const kept = sheets.filter(isFull)
  return {
    placements: kept.flatMap((sheet, index) =>
      jig.slots.flatMap((slot) => {
        const placement = sheet.get(slot)
        return placement ? [{ ...placement, sheet: index + 1 }] : []
      }),
    ),
    unfit,
    later: [
      ...later,
      ...sheets.filter((sheet) => !isFull(sheet)).flatMap((sheet) => [...sheet.values()].map(({ pieceId }) => pieceId)),
    ],
  }
}
