import { useEffect, useRef, useState } from 'react'
import type { TemplateRow } from '../../../contract/types'
import { usePlatform } from '../../api/services'
import { templateName } from '../../api/template-name'
import { type FailedPreview, type Previewed, zipPreviews } from './save-previews'

export interface Saved {
  /** null when not one picture could be made. */
  readonly file: { readonly name: string; readonly blob: Blob } | null
  readonly count: number
  readonly failed: readonly FailedPreview[]
}

export type Saving =
  | { readonly step: 'none' }
  | { readonly step: 'making'; readonly done: number; readonly total: number }
  /** The archive is made and goes to the seller's disk. */
  | ({ readonly step: 'writing' } & Saved)
  /** `state`: whether it lies on the disk now; refused: the seller closed the dialog. */
  | ({ readonly step: 'ended'; readonly state: 'saved' | 'refused' | 'failed' | 'nothing'; readonly error?: unknown } & Saved)

export interface SaveWish {
  readonly templates: readonly TemplateRow[]
  /** The picture of one template. */
  readonly make: (template: TemplateRow, signal: AbortSignal) => Promise<Blob>
  readonly zipName: string
}

export interface SavingActs {
  readonly saving: Saving
  start(wish: SaveWish): void
  /** Makes those that failed once more, on the phone they were made for, into an archive of their own. */
  retryFailed(): void
  /** Asks for a place on the disk once more, without making anything anew. */
  writeAgain(): void
  cancel(): void
  dismiss(): void
}

export function useSaving(): SavingActs {
  const platform = usePlatform()
  const [saving, setSaving] = useState<Saving>({ step: 'none' })
  const stop = useRef<AbortController | null>(null)
  const last = useRef<SaveWish | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const write = async ({ file, count, failed }: Saved) => {
    const saved = { file, count, failed }
    if (file === null) return setSaving({ step: 'ended', state: 'nothing', ...saved })
    setSaving({ step: 'writing', ...saved })
    try {
      const { saved: isSaved } = await platform.saveFile(file)
      setSaving({ step: 'ended', state: isSaved ? 'saved' : 'refused', ...saved })
    } catch (error) {
      setSaving({ step: 'ended', state: 'failed', error, ...saved })
    }
  }
  const start = async (wish: SaveWish) => {
    const { templates, make, zipName } = wish
    last.current = wish
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const total = templates.length
    setSaving({ step: 'making', done: 0, total })
    const byId = new Map(templates.map((template) => [template.id, template]))
    const order = templates.map((template): Previewed => ({ id: template.id, name: templateName(template) }))
    try {
      const { zip, count, failed } = await zipPreviews({
        templates: order,
        make: ({ id }) => {
          const template = byId.get(id)
          return template ? make(template, signal) : Promise.reject(new Error('模板不在所选之中'))
        },
        signal,
        onProgress: (done) => setSaving({ step: 'making', done, total }),
      })
      await write({ file: zip && { name: zipName, blob: zip }, count, failed })
    } catch (error) {
      // Given up by the seller; anything else is told like a file that could not be written.
      if (signal.aborted) setSaving({ step: 'none' })
      else setSaving({ step: 'ended', state: 'failed', error, file: null, count: 0, failed: [] })
    }
  }
  return {
    saving,
    start: (wish) => {
      if (saving.step === 'making' || saving.step === 'writing') return
      void start(wish)
    },
    retryFailed: () => {
      if (saving.step !== 'ended' || last.current === null) return
      const failed = new Set(saving.failed.map(({ id }) => id))
      void start({ ...last.current, templates: last.current.templates.filter(({ id }) => failed.has(id)) })
    },
    writeAgain: () => {
      if (saving.step === 'ended') void write(saving)
    },
    cancel: () => stop.current?.abort(),
    dismiss: () => setSaving({ step: 'none' }),
  }
}
