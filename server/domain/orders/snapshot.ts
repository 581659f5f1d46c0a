/** A customization as it is kept: what came with the order, and what it referred to as that stood then. Pure. */
import type { ReadCustomization, ReadDesign } from './content'
import type { FrozenWireframe, OwnFile, Surroundings } from './surroundings'

/** How a snapshot lies in the database. Stored pictures by key: their address follows from where the server lives. */
export interface StoredSnapshot {
  readonly templateId: number | null
  readonly templateName: string | null
  readonly templateRevision: number | null
  readonly layers: readonly Readonly<Record<string, unknown>>[] | null
  readonly canvas: ReadDesign['canvas']
  readonly wireframe: {
    readonly width: number
    readonly height: number
    readonly backgroundKey: string | null
    readonly foregroundKey: string | null
  } | null
}

/** Instead of `imageUrl` in a layer whose picture the account has. */
export const layerPicture = 'imageKey'

/** A customization ready to be written, but for the id of its row. */
export interface Taken {
  readonly phone_brand_id: number | null
  readonly phone_model_id: number | null
  readonly material_id: number | null
  readonly material_color_id: number | null
  readonly phone_brand_name: string
  readonly phone_model_name: string
  readonly material_name: string
  readonly material_color_name: string
  readonly customized_image_url: string | null
  readonly preview_image_url: string | null
  readonly customized_file_id: number | null
  readonly preview_file_id: number | null
  readonly width_mm: number | null
  readonly height_mm: number | null
  readonly snapshot: StoredSnapshot
  readonly sha256: string
  /** Pictures its snapshot shows. */
  readonly fileIds: readonly number[]
}

/**
 * What of a picture's address is kept: the path of a stored file, or an https address. Anything else is none, so that nobody is ever
 * sent to it.
 */
export function keptUrl(url: string | null, file: OwnFile | undefined, publicUrl: string): string | null {
  if (url === null) return null
  if (file) return `/files/${file.key}`
  const own = publicUrl !== '' && url.startsWith(`${publicUrl}/files/`) ? url.slice(publicUrl.length) : url
  if (own.startsWith('/files/')) return own
  const whole = own.startsWith('//') ? `https:${own}` : own
  return URL.canParse(whole) && new URL(whole).protocol === 'https:' ? whole : null
}

/** The id where it is the account's, with the name that came or else the one it has now. */
function named(id: number | null, came: string, names: ReadonlyMap<number, string>): { id: number | null; name: string } {
  const now = id === null ? undefined : names.get(id)
  return { id: now === undefined ? null : id, name: came || (now ?? '') }
}

/** Freezes what `read` refers to. */
export function take(read: ReadCustomization, around: Surroundings, publicUrl: string): Taken {
  const brand = named(read.phoneBrandId, read.phoneBrandName, around.brands)
  const model = named(read.phoneModelId, read.phoneModelName, around.models)
  const material = named(read.materialId, read.materialName, around.materials)
  const color = named(read.materialColorId, read.materialColorName, around.colors)
  const customized = around.fileAt(read.customizedImageUrl)
  const preview = around.fileAt(read.previewImageUrl)
  const frame = around.wireframe(model.id, color.id)
  const { layers, files } = frozenLayers(read.design, around, publicUrl)
  return {
    phone_brand_id: brand.id,
    phone_model_id: model.id,
    material_id: material.id,
    material_color_id: color.id,
    phone_brand_name: brand.name,
    phone_model_name: model.name,
    material_name: material.name,
    material_color_name: color.name,
    customized_image_url: keptUrl(read.customizedImageUrl, customized, publicUrl),
    preview_image_url: keptUrl(read.previewImageUrl, preview, publicUrl),
    customized_file_id: customized?.id ?? null,
    preview_file_id: preview?.id ?? null,
    width_mm: frame?.widthMm ?? null,
    height_mm: frame?.heightMm ?? null,
    snapshot: { ...templateOf(read.design, around), layers, canvas: read.design?.canvas ?? null, wireframe: wireframeOf(frame) },
    sha256: read.sha256,
    fileIds: [...new Set([...files, frame?.background?.id, frame?.foreground?.id].filter((id) => id !== undefined))],
  }
}

function templateOf(design: ReadDesign | null, around: Surroundings) {
  const template = design?.templateId == null ? undefined : around.templates.get(design.templateId)
  if (!design || !template) return { templateId: null, templateName: null, templateRevision: null }
  return {
    templateId: design.templateId,
    templateName: template.name,
    templateRevision: design.templateRevision ?? template.revision,
  }
}

/** A wireframe as a snapshot keeps it: its pictures by their storage keys. */
export const wireframeOf = (frame: FrozenWireframe | undefined): StoredSnapshot['wireframe'] =>
  frame === undefined
    ? null
    : {
        width: frame.width,
        height: frame.height,
        backgroundKey: frame.background?.key ?? null,
        foregroundKey: frame.foreground?.key ?? null,
      }

/** Layers whose stored pictures go by key; the ids of the files behind them. */
function frozenLayers(design: ReadDesign | null, around: Surroundings, publicUrl: string) {
  const files: number[] = []
  const layers = design?.layers?.map((layer) => {
    const file = around.fileAt(layer.imageUrl) ?? around.fileById(layer.imageFileId)
    const { imageUrl, [layerPicture]: _, ...rest } = layer
    if (!file) return typeof imageUrl === 'string' ? { ...rest, imageUrl: keptUrl(imageUrl, undefined, publicUrl) } : rest
    files.push(file.id)
    return { ...rest, [layerPicture]: file.key }
  })
  return { layers: layers ?? null, files }
}
