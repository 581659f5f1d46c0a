import { useEffect, useRef, useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import type { TemplateRow } from '../../../contract/types'
import { usePlatform } from '../../api/services'
import { type FailedPreview, type Previewed, zipPreviews } from './zip-previews'

export interface ExportedPreviews {
  /** Null when no picture could be made. */
  readonly file: { readonly name: string; readonly blob: Blob } | null
  readonly count: number
  readonly failed: readonly FailedPreview[]
}

export type PreviewExportProgress =
  | { readonly step: 'none' }
  | { readonly step: 'making'; readonly done: number; readonly total: number }
  /** The archive is made and being saved to the seller's disk. */
  | ({ readonly step: 'writing' } & ExportedPreviews)
  /** `state`: whether the archive is on the disk; refused: the seller closed the dialog. */
  | ({
      readonly step: 'ended'
      readonly state: 'saved' | 'refused' | 'failed' | 'nothing'
      readonly error?: unknown
    } & ExportedPreviews)

export interface PreviewExportRequest {
  readonly templates: readonly TemplateRow[]
  /** Makes the picture of one template. */
  readonly renderPreview: (template: TemplateRow, signal: AbortSignal) => Promise<Blob>
  readonly zipName: string
}

export interface PreviewExportControls {
  readonly progress: PreviewExportProgress
  start(request: PreviewExportRequest): void
  /** Makes the failed pictures again, on the phone they were made for, into an archive of their own. */
  retryFailed(): void
  /** Asks for a location on the disk again without making the pictures again. */
  writeAgain(): void
  cancel(): void
  dismiss(): void
}

export function usePreviewExport(): PreviewExportControls {
  const platform = usePlatform()
  const [progress, setProgress] = useState<PreviewExportProgress>({ step: 'none' })
  const stop = useRef<AbortController | null>(null)
  const last = useRef<PreviewExportRequest | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const write = async ({ file, count, failed }: ExportedPreviews) => {
    const saved = { file, count, failed }
    if (file === null) return setProgress({ step: 'ended', state: 'nothing', ...saved })
    setProgress({ step: 'writing', ...saved })
    try {
      const { saved: isSaved } = await platform.saveFile(file)
      setProgress({ step: 'ended', state: isSaved ? 'saved' : 'refused', ...saved })
    } catch (error) {
      setProgress({ step: 'ended', state: 'failed', error, ...saved })
    }
  }
  const start = async (request: PreviewExportRequest) => {
    const { templates, renderPreview, zipName } = request
    last.current = request
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const total = templates.length
    setProgress({ step: 'making', done: 0, total })
    const byId = new Map(templates.map((template) => [template.id, template]))
    const items = templates.map((template): Previewed => ({ id: template.id, name: templateName(template) }))
    try {
      const { zip, count, failed } = await zipPreviews({
        templates: items,
        make: ({ id }) => {
          const template = byId.get(id)
          return template ? renderPreview(template, signal) : Promise.reject(new Error('模板不在所选之中'))
        },
        signal,
        onProgress: (done) => setProgress({ step: 'making', done, total }),
      })
      await write({ file: zip && { name: zipName, blob: zip }, count, failed })
    } catch (error) {
      // Cancelled by the seller; any other error is reported like a file that could not be written.
      if (signal.aborted) setProgress({ step: 'none' })
      else setProgress({ step: 'ended', state: 'failed', error, file: null, count: 0, failed: [] })
    }
  }
  return {
    progress,
    start: (request) => {
      if (progress.step === 'making' || progress.step === 'writing') return
      void start(request)
    },
    retryFailed: () => {
      if (progress.step !== 'ended' || last.current === null) return
      const failed = new Set(progress.failed.map(({ id }) => id))
      void start({ ...last.current, templates: last.current.templates.filter(({ id }) => failed.has(id)) })
    },
    writeAgain: () => {
      if (progress.step === 'ended') void write(progress)
    },
    cancel: () => stop.current?.abort(),
    dismiss: () => setProgress({ step: 'none' }),
  }
}
