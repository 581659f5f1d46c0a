/** The fonts picked in the form: checked one after another, drawn with their new names, and drawn again when a name changes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PickedFile } from '../../base/picked-files'
import { useLatest } from '../../ui/use-latest'
import { type CheckedFont, checkFontFile, FontRefused, noPreview } from './font-file-check'
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
  error instanceof FontRefused
    ? { message: error.message, hint: error.hint }
    : { message: noPreview, hint: '文件读不到，它可能已被移动或删除，请重新选择。' }

const isClosed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * @param open whether the form is open; closing it discards all drafts.
 * @param onSuggested called with the name found in a font.
 */
export function useDrafts(
  open: boolean,
  openPress: () => FontPreviewRenderer,
  onSuggested: (key: string, name: string) => void,
): Drafts {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const press = useRef<FontPreviewRenderer | null>(null)
  const urls = useRef(new Map<string, readonly string[]>())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  /** Number of the latest drawing of each font; an older one that ends later is not shown. */
  const turns = useRef(new Map<string, number>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const lastKey = useRef(0)
  const suggested = useLatest(onSuggested)
  const opener = useLatest(openPress)

  const edit = useCallback(
    (key: string, change: Partial<Draft>) =>
      setDrafts((now) => now.map((draft) => (draft.key === key ? { ...draft, ...change } : draft))),
    [],
  )
  const forget = useCallback((key: string) => {
    clearTimeout(timers.current.get(key))
    turns.current.delete(key)
    for (const url of urls.current.get(key) ?? []) URL.revokeObjectURL(url)
    urls.current.delete(key)
  }, [])
  const reset = useCallback(() => {
    for (const key of [...turns.current.keys()]) forget(key)
    press.current?.dispose()
    press.current = null
    setDrafts([])
  }, [forget])
  useEffect(() => {
    if (!open) return
    return reset
  }, [open, reset])

  const draw = async (key: string, file: PickedFile, name: string): Promise<FontPreviews> => {
    const turn = (turns.current.get(key) ?? 0) + 1
    turns.current.set(key, turn)
    press.current ??= opener()
    try {
      const made = await press.current.draw(key, () => file.blob.arrayBuffer(), name)
      if (turns.current.get(key) !== turn) return made
      const [normalUrl, activeUrl] = [URL.createObjectURL(made.normal), URL.createObjectURL(made.active)]
      const before = urls.current.get(key) ?? []
      urls.current.set(key, [normalUrl, activeUrl])
      edit(key, { preview: { ...made, normalUrl, activeUrl } })
      for (const url of before) URL.revokeObjectURL(url)
      return made
    } catch (error) {
      if (!isClosed(error) && turns.current.get(key) === turn) edit(key, { refused: reasonOf(error) })
      throw error
    }
  }

  const look = async (key: string, file: PickedFile) => {
    if (!turns.current.has(key)) return
    try {
      const checked = await checkFontFile(file)
      if (!turns.current.has(key)) return
      edit(key, { checked })
      suggested(key, checked.suggestion)
      await draw(key, file, checked.suggestion)
    } catch (error) {
      // The draft shows the reason; a closed form shows nothing.
      if (!isClosed(error) && turns.current.has(key)) edit(key, { refused: reasonOf(error) })
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
        turns.current.set(key, 0)
        // Read one font at a time, since each may take 20 MB of memory.
        queue.current = queue.current.then(() => look(key, file))
      }
    },
    remove(key) {
      forget(key)
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
      if (!draft) throw new FontRefused(noPreview)
      return draw(key, draft.file, name)
    },
  }
}
