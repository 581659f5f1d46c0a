/** The fonts picked in the form: checked one after another, drawn with their new names, and drawn again when a name changes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { revokeOnceLoaded } from '../../../contract/ground/revoke-once-loaded'
import { isAbort } from '../../../contract/ground/thrown'
import type { PickedFile } from '../../base/picked-files'
import { useLatest } from '../../ui/use-latest'
import { type CheckedFont, checkFontFile, FontRefusedError, noPreview } from './font-file-check'
import type { FontPreviewRenderer, FontPreviews } from './font-preview-renderer'

/** The two pictures, with object URLs to show them. */
export interface DraftPreview extends FontPreviews {
  readonly normalUrl: string
  readonly activeUrl: string
}

export interface Draft {
  readonly key: string
  readonly file: PickedFile
  /** The facts read from the file; null while it is read, and when it is refused. */
  readonly checked: CheckedFont | null
  /** The reason why the font is refused. */
  readonly refused: { readonly message: string; readonly hint: string } | null
  /** null while the pictures are drawn. */
  readonly preview: DraftPreview | null
}

export interface Drafts {
  readonly drafts: readonly Draft[]
  choose(files: readonly PickedFile[]): void
  remove(key: string): void
  /** Changes a name; its pictures are drawn again when typing pauses. */
  rename(key: string, name: string): void
  /** The pictures of the final name. Rejects when they cannot be drawn; the draft then shows why. */
  finish(key: string, name: string): Promise<FontPreviews>
}

/** Pause after the last key, ms. */
const typingPauseMs = 250

const reasonOf = (error: unknown): { readonly message: string; readonly hint: string } =>
  error instanceof FontRefusedError
    ? { message: error.message, hint: error.hint }
    : { message: noPreview, hint: '文件读不到，它可能已被移动或删除，请重新选择。' }

/**
 * @param open whether the form is open; closing it discards all drafts.
 * @param onSuggested called with the name found in a font.
 */
export function useDrafts(
  open: boolean,
  createRenderer: () => FontPreviewRenderer,
  onSuggested: (key: string, name: string) => void,
): Drafts {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const renderer = useRef<FontPreviewRenderer | null>(null)
  const urls = useRef(new Map<string, readonly string[]>())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  /** Number of the latest drawing of each font; an older one that ends later is not shown. */
  const drawNumbers = useRef(new Map<string, number>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const lastKey = useRef(0)
  const latestOnSuggested = useLatest(onSuggested)
  const latestCreateRenderer = useLatest(createRenderer)

  const updateDraft = useCallback(
    (key: string, change: Partial<Draft>) =>
      setDrafts((now) => now.map((draft) => (draft.key === key ? { ...draft, ...change } : draft))),
    [],
  )
  const releaseResources = useCallback((key: string) => {
    clearTimeout(timers.current.get(key))
    drawNumbers.current.delete(key)
    for (const url of urls.current.get(key) ?? []) revokeOnceLoaded(url)
    urls.current.delete(key)
  }, [])
  const reset = useCallback(() => {
    for (const key of [...drawNumbers.current.keys()]) releaseResources(key)
    renderer.current?.dispose()
    renderer.current = null
    setDrafts([])
  }, [releaseResources])
  useEffect(() => {
    if (!open) return
    return reset
  }, [open, reset])

  const draw = async (key: string, file: PickedFile, name: string): Promise<FontPreviews> => {
    const drawNumber = (drawNumbers.current.get(key) ?? 0) + 1
    drawNumbers.current.set(key, drawNumber)
    renderer.current ??= latestCreateRenderer()
    try {
      const previews = await renderer.current.draw(key, () => file.blob.arrayBuffer(), name)
      if (drawNumbers.current.get(key) !== drawNumber) return previews
      const [normalUrl, activeUrl] = [URL.createObjectURL(previews.normal), URL.createObjectURL(previews.active)]
      const oldUrls = urls.current.get(key) ?? []
      urls.current.set(key, [normalUrl, activeUrl])
      updateDraft(key, { preview: { ...previews, normalUrl, activeUrl } })
      for (const url of oldUrls) revokeOnceLoaded(url)
      return previews
    } catch (error) {
      if (!isAbort(error) && drawNumbers.current.get(key) === drawNumber) updateDraft(key, { refused: reasonOf(error) })
      throw error
    }
  }

  const checkAndDraw = async (key: string, file: PickedFile) => {
    if (!drawNumbers.current.has(key)) return
    try {
      const checked = await checkFontFile(file)
      if (!drawNumbers.current.has(key)) return
      updateDraft(key, { checked })
      latestOnSuggested(key, checked.suggestion)
      await draw(key, file, checked.suggestion)
    } catch (error) {
      // The draft shows the reason; a closed form shows nothing.
      if (!isAbort(error) && drawNumbers.current.has(key)) updateDraft(key, { refused: reasonOf(error) })
    }
  }

  return {
    drafts,
    choose(files) {
      const picked = files.map((file): Draft => {
        lastKey.current += 1
        return { key: `f${lastKey.current}`, file, checked: null, refused: null, preview: null }
      })
      setDrafts((now) => [...now, ...picked])
      for (const { key, file } of picked) {
        drawNumbers.current.set(key, 0)
        // Read one font at a time, since each may take 20 MB of memory.
        queue.current = queue.current.then(() => checkAndDraw(key, file))
      }
    },
    remove(key) {
      releaseResources(key)
      setDrafts((now) => now.filter((draft) => draft.key !== key))
    },
    rename(key, name) {
      clearTimeout(timers.current.get(key))
      const draft = drafts.find((one) => one.key === key)
      const trimmed = name.trim()
      if (!draft?.checked || draft.refused || trimmed === '') return
      timers.current.set(
        key,
        setTimeout(() => {
          // The draft shows its failure.
          draw(key, draft.file, trimmed).catch(() => undefined)
        }, typingPauseMs),
      )
    },
    async finish(key, name) {
      clearTimeout(timers.current.get(key))
      const draft = drafts.find((one) => one.key === key)
      if (!draft) throw new FontRefusedError(noPreview)
      return draw(key, draft.file, name)
    },
  }
}
