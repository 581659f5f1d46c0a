/** The selection of artboards to import and how each is imported. Pure. */
import type { GroupMode } from '../../../../imaging/psd/types'
import type { ArtboardUse } from '../import-artboard'
import type { Board } from './reading'

export interface Choices {
  /** Keys of boards. */
  readonly picked: ReadonlySet<string>
  /** Keys of boards that are imported as Photoshop's merged picture. */
  readonly merged: ReadonlySet<string>
  readonly groups: GroupMode
  /** Key of the board whose layers are shown; null for none. */
  readonly focused: string | null
}

export const noChoices: Choices = { picked: new Set(), merged: new Set(), groups: 'flatten', focused: null }

/** Whether the artboard has layers; one without can only be imported as its picture. */
export const hasLayers = ({ artboard }: Board, groups: GroupMode): boolean => artboard.layerCount[groups] > 0

export const importUseOf = (board: Board, { merged, groups }: Choices): ArtboardUse =>
  merged.has(board.key) || !hasLayers(board, groups) ? 'merged' : 'layers'

/**
 * Whether the artboard's merged picture is preferable: most of it would look different as layers, or a visible part of it by an
 * adjustment that is not drawn as Photoshop does.
 */
export function isBetterMerged({ likeness, reports }: Board, { groups }: Choices): boolean {
  const { different = 0, alike = true } = likeness?.[groups] ?? {}
  return different > 0.5 || (!alike && reports[groups].prefersMerged)
}

/** Returns the maximum number of layers to be imported. */
export const layersOf = (board: Board, choices: Choices): number =>
  importUseOf(board, choices) === 'merged' ? 1 : board.artboard.layerCount[choices.groups]

export function withPicked(choices: Choices, key: string, picked: boolean, multiple: boolean): Choices {
  const next = new Set(multiple ? choices.picked : [])
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

/** Adds boards that have just been read; a file's only artboard is selected at once. */
export function withNewBoards(
  choices: Choices,
  boards: readonly Board[],
  newBoards: readonly Board[],
  multiple: boolean,
): Choices {
  const only = newBoards.filter((board) => boards.filter(({ fileId }) => fileId === board.fileId).length === 1)
  const picked = new Set(choices.picked)
  for (const { key } of multiple ? only : boards.length === 1 ? only : []) picked.add(key)
  return { ...choices, picked, focused: choices.focused ?? newBoards[0]?.key ?? null }
}

/** Removes boards that no longer exist. */
export function withoutMissing(choices: Choices, boards: readonly Board[]): Choices {
  const keys = new Set(boards.map(({ key }) => key))
  const keepExisting = (set: ReadonlySet<string>) => new Set([...set].filter((key) => keys.has(key)))
  const focused = choices.focused !== null && keys.has(choices.focused) ? choices.focused : (boards[0]?.key ?? null)
  return { ...choices, picked: keepExisting(choices.picked), merged: keepExisting(choices.merged), focused }
}

export const pickedOf = (boards: readonly Board[], { picked }: Choices): readonly Board[] =>
  boards.filter(({ key }) => picked.has(key))
