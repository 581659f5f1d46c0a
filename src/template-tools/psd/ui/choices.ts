/** What of the read artboards is to be imported, and how. Pure. */
import type { GroupMode } from '../../../imaging/psd-parser/types'
import type { ArtboardUse } from '../bring'
import type { Board } from './reading'

export interface Choices {
  /** Keys of boards. */
  readonly picked: ReadonlySet<string>
  /** Boards that are taken as Photoshop's merged picture. */
  readonly merged: ReadonlySet<string>
  readonly groups: GroupMode
  /** The board whose layers are shown; null: none was looked at yet. */
  readonly focused: string | null
}

export const noChoices: Choices = { picked: new Set(), merged: new Set(), groups: 'flatten', focused: null }

/** An artboard without layers of its own has only its picture to give. */
export const hasLayers = ({ artboard }: Board, groups: GroupMode): boolean => artboard.layerCount[groups] > 0

export const wayOf = (board: Board, { merged, groups }: Choices): ArtboardUse =>
  merged.has(board.key) || !hasLayers(board, groups) ? 'merged' : 'layers'

/** Whether what comes was found to make the picture that Photoshop shows. */
export const isAlike = ({ likeness }: Board, { groups }: Choices): boolean => groups === 'flatten' && likeness?.alike === true

/** Most of the artboard would look different as layers: its merged picture is the better offer. */
export const mostlyDifferent = ({ likeness }: Board): boolean => (likeness?.different ?? 0) > 0.5

/** How many layers will come, at most. */
export const layersOf = (board: Board, choices: Choices): number =>
  wayOf(board, choices) === 'merged' ? 1 : board.artboard.layerCount[choices.groups]

export function withPicked(choices: Choices, key: string, picked: boolean, many: boolean): Choices {
  const next = new Set(many ? choices.picked : [])
  if (picked) next.add(key)
  else next.delete(key)
  return { ...choices, picked: next, focused: key }
}

export function withMerged(choices: Choices, key: string, merged: boolean): Choices {
  const next = new Set(choices.merged)
  if (merged) next.add(key)
  else next.delete(key)
  return { ...choices, merged: next }
}

/** Boards that have just been read: a file's only artboard needs no choosing. */
export function withNew(choices: Choices, boards: readonly Board[], fresh: readonly Board[], many: boolean): Choices {
  const only = fresh.filter((board) => boards.filter(({ fileId }) => fileId === board.fileId).length === 1)
  const picked = new Set(choices.picked)
  for (const { key } of many ? only : boards.length === 1 ? only : []) picked.add(key)
  return { ...choices, picked, focused: choices.focused ?? fresh[0]?.key ?? null }
}

/** Without what is not there any more. */
export function onlyOf(choices: Choices, boards: readonly Board[]): Choices {
  const keys = new Set(boards.map(({ key }) => key))
  const kept = (set: ReadonlySet<string>) => new Set([...set].filter((key) => keys.has(key)))
  const focused = choices.focused !== null && keys.has(choices.focused) ? choices.focused : (boards[0]?.key ?? null)
  return { ...choices, picked: kept(choices.picked), merged: kept(choices.merged), focused }
}

export const pickedOf = (boards: readonly Board[], { picked }: Choices): readonly Board[] =>
  boards.filter(({ key }) => picked.has(key))
