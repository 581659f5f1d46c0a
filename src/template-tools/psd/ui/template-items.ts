/** Converts the selected artboards to task items. */
import { defaultWireframe } from '../../../../contract/constants'
import type { NewItem } from '../../../base/tasks/types'
import type { StartPreview } from '../../preview/start-preview'
import type { FileStore } from '../file-store'
import { templateNames } from '../names'
import type { PsdTemplateInput } from '../template-import'
import { type Choices, importUseOf } from './choices'
import type { Board } from './reading'

interface ItemOptions {
  readonly collectionId: number
  /** Whether buyers see the templates at once. */
  readonly enabled: boolean
  /** The phone of new designs; null when no phone has a wireframe. */
  readonly preview: StartPreview | null
  readonly files: FileStore
  uuid(): string
}

/** Stores each file once and names it in its items; where there is no space the items contain the file themselves. */
export async function templateItems(
  boards: readonly Board[],
  choices: Choices,
  { collectionId, enabled, preview, files, uuid }: ItemOptions,
): Promise<readonly NewItem<PsdTemplateInput>[]> {
  const sources = new Map<number, PsdTemplateInput['source']>()
  for (const { fileId, file } of boards) {
    if (sources.has(fileId)) continue
    const key = uuid()
    const isStored = await files.put(key, file).then(
      () => true,
      // There is no database or no space; the task engine then warns before the page is left.
      () => false,
    )
    sources.set(fileId, isStored ? { storedKey: key } : { file })
  }
  const names = templateNames(boards)
  const within = preview?.wireframe ?? defaultWireframe
  return boards.map((board, index) => ({
    key: board.key,
    name: names[index] ?? board.name,
    input: {
      source: sources.get(board.fileId) ?? { file: board.file },
      artboardId: board.artboard.id,
      use: importUseOf(board, choices),
      groups: choices.groups,
      likeness: board.likeness?.[choices.groups] ?? null,
      name: names[index] ?? '',
      collectionId,
      enabled,
      within: { width: within.width, height: within.height },
      preview: preview && { phoneModelId: preview.phoneModelId, materialColorId: preview.materialColorId },
    },
  }))
}
