/** An artboard becomes a template: its pictures, its thumbnail, its row. What a try has reached, the next one goes on from. */
import type { LocalFile, Platform } from '../../../adapters/platform'
import { InvalidError } from '../../../contract/call-errors'
import { fileKind, fileSizeLimit, maxLayers } from '../../../contract/constants'
import type { TemplateCreate } from '../../../contract/types'
import { emptyDoc } from '../../../design/model/create'
import { normalise } from '../../../design/model/invariants'
import { dataUrlBlob } from '../../../design/model/picture-url'
import type { ImageLayer, Size, TextLayer } from '../../../design/model/types'
import { templateCreate } from '../../../design/template/save'
import type { PsdClient } from '../../../imaging/psd/psd-client'
import type { GroupMode, Likeness, OpenPsd } from '../../../imaging/psd/types'
import { templateKeys } from '../../api/queries/templates'
import type { Api } from '../../api/services'
import type { ItemContext, TaskKind } from '../../base/tasks/types'
import { PsdImportError, psdText } from './failure'
import type { FileStore } from './file-store'
import { type Encoder, fitPicture } from './fit-picture'
import { type ArtboardUse, artboardOf, importArtboard } from './import-artboard'
import { type KeptTexts, keepTexts } from './kept-texts'
import type { StoredLayerPicture } from './layers'
import { type Mapping, templateCanvas } from './placement'
import { type ReportSummary, summarise } from './report'
import type { PsdTexts } from './text-layers'
import type { ThumbnailPainter } from './thumbnail'

export const psdTemplatesKind = 'psd-templates'
/** Scope by which the dialog finds its own tasks. */
export const psdTemplatesScope = 'psd-templates'

/** Input of one artboard; plain values, so that it survives a reload. */
export interface PsdTemplateInput {
  /** The key of the stored file, or the file itself where there was no space. */
  readonly source: { readonly storedKey: string } | { readonly file: Blob }
  readonly artboardId: string
  readonly use: ArtboardUse
  readonly groups: GroupMode
  /** How its layers compare with Photoshop's own picture; null while that is not known. */
  readonly likeness: Likeness | null
  /** Name of the template. */
  readonly name: string
  readonly collectionId: number
  /** Whether buyers see the template at once. A task that was begun before this could be chosen has none and puts it on the shelf. */
  readonly enabled?: boolean
  /** Size of new designs; the canvas is no larger. */
  readonly within: Size
  /** The phone the template is shown on when it is opened. */
  readonly preview: { readonly phoneModelId: number; readonly materialColorId: number } | null
}

export interface PsdTemplateResult {
  readonly templateId: number
  readonly layers: number
  readonly report: ReportSummary
}

/** Services that the app passes to its tasks. */
export interface PsdTemplateServices {
  readonly api: Pick<Api, 'templates' | 'shopFonts'>
  readonly platform: Pick<Platform, 'uploadFile' | 'ready'>
  readonly queries: { invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): unknown }
}

export interface PsdTemplatePorts {
  open: PsdClient['open']
  readonly files: FileStore
  readonly encoder: Encoder
  painter(canvas: Size): ThumbnailPainter
  /** Keeps the texts of one import; absent where all of them become pictures. */
  texts?(services: Pick<PsdTemplateServices, 'api'>): PsdTexts & { dispose(): void }
  uuid(): string
}

/** A template ready to be created: requests with the same key create it once. */
interface DrawnTemplate {
  readonly key: string
  readonly body: TemplateCreate
  readonly report: ReportSummary
}

/** Grows when the same ids come to mean other pictures, so that a task of an older version uploads its pictures again. */
const layersVersion = 1

/** The results that an attempt stores for the next one. */
interface Saved {
  readonly version: typeof layersVersion
  readonly pictures: Readonly<Record<string, StoredLayerPicture>>
  readonly drawn?: DrawnTemplate
}
const nothingSaved: Saved = { version: layersVersion, pictures: {} }

function readSaved({ saved }: ItemContext): Saved {
  if (typeof saved !== 'object' || saved === null || !('pictures' in saved)) return nothingSaved
  const found = saved as Omit<Saved, 'version'> & { readonly version?: number }
  if (found.version === layersVersion) return found as Saved
  // A template that only has to be created names its pictures itself.
  return found.drawn === undefined ? nothingSaved : { ...nothingSaved, drawn: found.drawn }
}

/** Whether the server has deleted a picture that an earlier try uploaded days ago. */
const pictureIsGone = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => /FileId$/.test(path))

const tooManyLayers = `一个模板最多 ${maxLayers} 个图层，请改用合并图层组或合并图`

/** The import of one artboard, with what is stored so far. */
class ArtboardImport {
  private saved: Saved

  constructor(
    private readonly input: PsdTemplateInput,
    private readonly context: ItemContext,
    private readonly services: PsdTemplateServices,
    private readonly ports: PsdTemplatePorts,
  ) {
    this.saved = readSaved(context)
  }

  private async checkpoint(saved: Saved): Promise<void> {
    this.saved = saved
    await this.context.checkpoint(saved)
  }

  private async file(): Promise<Blob> {
    const { source } = this.input
    const file = 'file' in source ? source.file : await this.ports.files.get(source.storedKey)
    if (!file) throw new PsdImportError(psdText.gone)
    return file
  }

  /** Uploads the layers' pictures; pictures uploaded before are only painted. */
  private async importLayers(
    psd: OpenPsd,
    mapping: Mapping,
    { paint, kept }: { readonly paint: ThumbnailPainter['paint']; readonly kept: KeptTexts },
  ): Promise<readonly (ImageLayer | TextLayer)[]> {
    const { input, context, services, ports } = this
    const { signal } = context
    const { maxFileBytes } = await services.platform.ready()
    const maxBytes = Math.min(maxFileBytes, fileSizeLimit[fileKind.templateLayer])
    const upload = (file: LocalFile) => services.platform.uploadFile(file, fileKind.templateLayer, { signal })
    /** Stores the drawing of a text, as a save of the designer does. */
    const stored = async (id: string, text: TextLayer): Promise<TextLayer> => {
      const key = `text ${id}`
      const earlier = this.saved.pictures[key]
      const { originalWidth: width, originalHeight: height } = text
      const found = earlier ?? { ...(await upload({ name: 'text.svg', blob: dataUrlBlob(text.imageUrl) })), width, height }
      const { fileId, url } = found
      const picture = { fileId, url, width, height }
      if (!earlier) await this.checkpoint({ ...this.saved, pictures: { ...this.saved.pictures, [key]: picture } })
      return { ...text, imageFileId: fileId, imageUrl: url }
    }
    const layers = await importArtboard<TextLayer>(
      psd,
      {
        ...input,
        mapping,
        signal,
        background: true,
        uuid: ports.uuid,
        uploadedBefore: (id) => this.saved.pictures[id],
        onUploaded: (id, stored) => this.checkpoint({ ...this.saved, pictures: { ...this.saved.pictures, [id]: stored } }),
        paint,
        textFor: async (source, layer) => {
          const text = await kept.textFor(source, layer)
          return text && stored(source.id, text)
        },
        // Thumbnail and template are one more step.
        onProgress: (done, total) => context.progress(done, total + 1),
      },
      {
        shrink: (picture, size) => fitPicture(picture, size, maxBytes, ports.encoder),
        upload,
      },
    )
    if (layers.length > maxLayers) throw new PsdImportError(tooManyLayers)
    return layers
  }

  private async draw(psd: OpenPsd): Promise<DrawnTemplate> {
    const { input, context, services, ports } = this
    const { size, mapping } = templateCanvas(artboardOf(psd, input.artboardId), input.within)
    const painter = ports.painter(size)
    const texts = ports.texts?.(services)
    const kept = keepTexts(texts, mapping)
    try {
      const layers = await this.importLayers(psd, mapping, { paint: painter.paint, kept })
      const file = { name: 'thumbnail.png', blob: await painter.finish() }
      const { fileId } = await services.platform.uploadFile(file, fileKind.templateThumbnail, { signal: context.signal })
      const doc = normalise({
        ...emptyDoc(size),
        name: input.name,
        layers,
        previewPhoneModelId: input.preview?.phoneModelId ?? null,
        previewMaterialColorId: input.preview?.materialColorId ?? null,
      })
      return {
        key: `psd-${ports.uuid()}`,
        body: templateCreate(doc, {
          collectionId: input.collectionId,
          thumbnailFileId: fileId,
          enabled: input.enabled ?? true,
        }),
        report: summarise(
          input.use === 'merged' ? [] : kept.withTexts(psd.report(input.artboardId, input.groups)),
          input.likeness?.alike,
        ),
      }
    } finally {
      painter.discard()
      texts?.dispose()
    }
  }

  private async attempt(): Promise<PsdTemplateResult> {
    const { signal } = this.context
    let drawn = this.saved.drawn
    if (!drawn) {
      const psd = await this.ports.open(await this.file(), { signal })
      try {
        drawn = await this.draw(psd)
      } finally {
        psd.close()
      }
      await this.checkpoint({ ...this.saved, drawn })
    }
    const { key, body, report } = drawn
    const { id } = await this.services.api.templates.create({ body }, { quiet: true, signal, idempotencyKey: key })
    return { templateId: id, layers: body.layers.length, report }
  }

  /** Imports the artboard, and starts over where pictures of an earlier try are gone. */
  async run(): Promise<PsdTemplateResult> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.attempt()
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error
        // The server created nothing, so the next try may send another body.
        await this.checkpoint(pictureIsGone(error) ? nothingSaved : { ...nothingSaved, pictures: this.saved.pictures })
        if (tries > 0 || !pictureIsGone(error)) throw error
      }
    }
  }
}

const storeKeyOf = (input: PsdTemplateInput | undefined): string | null =>
  input && 'storedKey' in input.source ? input.source.storedKey : null

export function createPsdTemplates(ports: PsdTemplatePorts): TaskKind<PsdTemplateInput, PsdTemplateResult, PsdTemplateServices> {
  return {
    kind: psdTemplatesKind,
    // Two files of 300 MB at once would exceed the page's memory.
    concurrency: 1,
    run: (input, context, services) => new ArtboardImport(input, context, services, ports).run(),
    onEnded({ items }, { queries }) {
      void queries.invalidateQueries({ queryKey: templateKeys.lists() })
      const neededKeys = new Set(items.flatMap(({ state, input }) => (state === 'failed' ? (storeKeyOf(input) ?? []) : [])))
      for (const key of new Set(items.flatMap(({ input }) => storeKeyOf(input) ?? []))) {
        // A file that cannot be deleted now is deleted after a week.
        if (!neededKeys.has(key)) void ports.files.remove(key).catch(() => undefined)
      }
    },
  }
}
