/** Imports one artboard of a PSD into an open design: all pictures are uploaded first, then one command adds the layers. */
import type { Platform } from '../../../adapters/platform'
import { fileKind, maxLayers } from '../../../contract/constants'
import { abortError } from '../../../contract/ground/thrown'
import { importPsd, tooManyLayers } from '../../../design/commands/layers'
import type { TextLayer } from '../../../design/model/types'
import type { PsdClient } from '../../../imaging/psd/psd-client'
import type { GroupMode, Likeness } from '../../../imaging/psd/types'
import { PsdImportError } from '../../template-tools/psd/failure'
import { type Encoder, fitPicture } from '../../template-tools/psd/fit-picture'
import { type ArtboardUse, artboardOf, importArtboard } from '../../template-tools/psd/import-artboard'
import { keepTexts } from '../../template-tools/psd/kept-texts'
import type { StoredLayerPicture } from '../../template-tools/psd/layers'
import { fitArtboard } from '../../template-tools/psd/placement'
import { type ReportSummary, summarise } from '../../template-tools/psd/report'
import type { PsdTexts } from '../../template-tools/psd/text-layers'
import type { Session } from '../session/types'

export interface LayerImport {
  readonly file: Blob
  /** The artboard's name. */
  readonly name: string
  readonly artboardId: string
  readonly use: ArtboardUse
  readonly groups: GroupMode
  /** How the layers compare with Photoshop's own picture; absent while that is not known. */
  readonly likeness?: Likeness | null
}

export interface LayerImportPorts {
  readonly session: Pick<Session, 'run' | 'uuid' | 'getState'>
  readonly platform: Pick<Platform, 'uploadFile'>
  open: PsdClient['open']
  readonly encoder: Encoder
  /** Returns the maximum upload size, bytes. */
  maxBytes(): number
  /** Keeps texts; absent where all of them become pictures. */
  readonly texts?: PsdTexts
}

export interface LayerImports {
  /**
   * Adds the artboard's layers to the design as one step and returns a report of each layer. Rejects with a message for the
   * seller or an AbortError; the design is then unchanged, and a retry does not upload again what was uploaded before.
   */
  run(
    request: LayerImport,
    options: { readonly signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<ReportSummary>
}

export function createLayerImports({ session, platform, open, encoder, maxBytes, texts }: LayerImportPorts): LayerImports {
  /** Uploaded pictures per file, by how it was read and by layer. */
  const sent = new WeakMap<Blob, Map<string, StoredLayerPicture>>()
  return {
    async run({ file, name, artboardId, use, groups, likeness }, { signal, onProgress }) {
      const psd = await open(file, { signal })
      try {
        const artboard = artboardOf(psd, artboardId)
        const { doc } = session.getState()
        // Refuse before hundreds of pictures are uploaded.
        if (use === 'layers' && doc.layers.length + artboard.layerCount[groups] > maxLayers) {
          throw new PsdImportError(`${tooManyLayers}；也可以改用合并图层组或合并图`)
        }
        const pictures = sent.get(file) ?? new Map<string, StoredLayerPicture>()
        sent.set(file, pictures)
        const keyOf = (id: string) => `${artboardId} ${use} ${groups} ${id}`
        const mapping = fitArtboard(artboard, doc)
        const kept = keepTexts(texts, mapping)
        const layers = await importArtboard<TextLayer>(
          psd,
          {
            artboardId,
            name,
            use,
            groups,
            likeness,
            signal,
            onProgress,
            mapping,
            background: false,
            uuid: () => session.uuid(),
            textFor: kept.textFor,
            uploadedBefore: (id) => pictures.get(keyOf(id)),
            onUploaded: (id, stored) => void pictures.set(keyOf(id), stored),
          },
          {
            shrink: (picture, size) => fitPicture(picture, size, maxBytes(), encoder),
            upload: (picture) => platform.uploadFile(picture, fileKind.templateLayer, { signal }),
          },
        )
        if (signal.aborted) throw abortError()
        const outcome = session.run(importPsd, { layers })
        if (!outcome.ok) throw new PsdImportError(outcome.message)
        const report = kept.withTexts(psd.report(artboardId, groups))
        return summarise(use === 'merged' ? [] : report, likeness?.alike)
      } finally {
        psd.close()
      }
    },
  }
}
