/** Imports one artboard's layers: decodes them one after the other and uploads a few at a time, in layer order. */
import type { LocalFile } from '../../../adapters/platform'
import type { Size } from '../../../design/geometry/shapes'
import type { ImageLayer, TextLayer } from '../../../design/model/types'
import type { GroupMode, Likeness, OpenPsd, PsdArtboard, PsdLayer } from '../../../imaging/psd/types'
import { emptyArtboard, PsdImportError, psdText } from './failure'
import type { FittedPicture } from './fit-picture'
import { isBackdrop, layerFrom, layerIds, mergedLayer, type StoredLayerPicture, withPicture } from './layers'
import type { Mapping } from './placement'

/** Maximum number of uploads at the same time. */
const maxParallelUploads = 3

/** layers: each layer by itself. merged: Photoshop's merged picture. */
export type ArtboardUse = 'layers' | 'merged'

export interface ImportArtboardPorts {
  /** Returns null when the picture cannot be made small enough. */
  shrink(picture: Blob, size: Size): Promise<FittedPicture | null>
  /** `width` and `height` are as the server measured them; null when it did not. */
  upload(
    file: LocalFile,
    signal: AbortSignal,
  ): Promise<{ readonly fileId: number; readonly url: string; readonly width: number | null; readonly height: number | null }>
}

/** `Text` is what a text layer may stay; never where all layers become pictures. */
export interface ImportArtboardOptions<Text extends TextLayer = never> {
  readonly artboardId: string
  /** The artboard's name. */
  readonly name: string
  readonly use: ArtboardUse
  readonly groups: GroupMode
  /** Likeness of the layers to the merged picture; absent while it is not known. */
  readonly likeness?: Likeness | null | undefined
  readonly mapping: Mapping
  readonly signal: AbortSignal
  uuid(): string
  /** Whether the lowest layer becomes the background where it covers the artboard. */
  readonly background: boolean
  /** Returns a picture that an earlier try uploaded already. */
  uploadedBefore?(psdLayerId: string): StoredLayerPicture | undefined
  /** Called after a picture was stored; awaited before the next upload starts. */
  onUploaded?(psdLayerId: string, stored: StoredLayerPicture): Promise<void> | void
  /** Called for each layer from bottom to top, texts with the picture that they replace, before its picture is uploaded. */
  paint?(layer: ImageLayer, picture: Blob): Promise<void>
  /** Returns the text that a layer can stay; null when its picture is imported. */
  textFor?(source: PsdLayer, layer: ImageLayer): Promise<Text | null>
  onProgress?(done: number, total: number): void
}

export const artboardOf = (psd: OpenPsd, artboardId: string): PsdArtboard => {
  const artboard = psd.artboards.find(({ id }) => id === artboardId)
  if (!artboard) throw new PsdImportError(psdText.noArtboard)
  return artboard
}

/**
 * Returns the layers of an artboard from bottom to top, with their pictures uploaded. Rejects with the error of the parser, the
 * upload or the signal, or with a {@link PsdImportError}.
 */
export async function importArtboard<Text extends TextLayer = never>(
  psd: OpenPsd,
  options: ImportArtboardOptions<Text>,
  ports: ImportArtboardPorts,
): Promise<readonly (ImageLayer | Text)[]> {
  const { artboardId, mapping, signal, background, paint, onProgress } = options
  const artboard = artboardOf(psd, artboardId)
  const ids = layerIds(options.uuid)
  const total = options.use === 'merged' ? 1 : artboard.layerCount[options.groups]
  const layers: Promise<ImageLayer | Text>[] = []
  const runningUploads = new Set<Promise<unknown>>()
  const errors: { error: unknown }[] = []
  let done = 0
  const reportProgress = () => onProgress?.(done, total)
  reportProgress()

  const uploadLayer = async (source: PsdLayer, layer: ImageLayer): Promise<ImageLayer> => {
    const earlier = options.uploadedBefore?.(source.id)
    const stored = earlier ?? (await uploadPicture(source, layer.name, signal, ports))
    if (!earlier) await options.onUploaded?.(source.id, stored)
    done += 1
    reportProgress()
    return withPicture(layer, stored)
  }

  for await (const source of sourcesOf(psd, artboard, options)) {
    const withoutPicture = layerFrom(source, mapping, ids)
    const layer =
      background && layers.length === 0 && isBackdrop(source, artboard)
        ? { ...withoutPicture, isBackground: true }
        : withoutPicture
    const text = source.text === undefined ? null : ((await options.textFor?.(source, layer)) ?? null)
    // The picture of a text stands for it: it stays text only where both look the same.
    await paint?.(layer, source.picture)
    if (text !== null) {
      layers.push(Promise.resolve(text))
      done += 1
      reportProgress()
      continue
    }
    while (runningUploads.size >= maxParallelUploads) await Promise.race(runningUploads)
    if (errors[0]) break
    const upload = uploadLayer(source, layer)
    layers.push(upload)
    const settled: Promise<unknown> = upload
      .catch((error: unknown) => errors.push({ error }))
      .finally(() => runningUploads.delete(settled))
    runningUploads.add(settled)
  }
  // Wait for started uploads, so that the next try knows what they stored.
  await Promise.all(runningUploads)
  if (errors[0]) throw errors[0].error
  if (layers.length === 0) throw new PsdImportError(emptyArtboard(options.name))
  return Promise.all(layers)
}

async function* sourcesOf(
  psd: OpenPsd,
  artboard: PsdArtboard,
  { name, use, groups, signal, likeness }: Pick<ImportArtboardOptions, 'name' | 'use' | 'groups' | 'signal' | 'likeness'>,
): AsyncGenerator<PsdLayer> {
  if (use === 'layers') {
    yield* psd.layers(artboard.id, { signal, groups, ...(likeness === undefined ? {} : { likeness }) })
    return
  }
  const picture = await psd.merged(artboard.id, { signal })
  if (picture === null) throw new PsdImportError(psdText.noMerged)
  yield mergedLayer({ ...artboard, name }, picture)
}

const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' }

async function uploadPicture(
  { picture, width, height }: PsdLayer,
  name: string,
  signal: AbortSignal,
  { shrink, upload }: ImportArtboardPorts,
): Promise<StoredLayerPicture> {
  const fitted = await shrink(picture, { width, height })
  if (!fitted) throw new PsdImportError(`图层「${name}」的图片太大，请在Photoshop中缩小后重新导入`)
  const stored = await upload({ name: `layer.${extensions[fitted.blob.type] ?? 'png'}`, blob: fitted.blob }, signal)
  return {
    fileId: stored.fileId,
    url: stored.url,
    width: stored.width ?? fitted.width,
    height: stored.height ?? fitted.height,
  }
}
