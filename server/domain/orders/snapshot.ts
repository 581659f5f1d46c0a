/**
 * Builds the stored form of a customization: what came with the order, and a snapshot of what it referred to at that time. Pure.
 */
import type { ReadCustomization, ReadDesign } from './content'
import type { FrozenWireframe, OwnFile, Surroundings } from './referenced-rows'

/**
 * A snapshot as stored in the database. Stored pictures are given by key, because their address depends on the server's address.
 */
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

/** Replaces `imageUrl` in a layer whose picture belongs to the account. */
export const layerPicture = 'imageKey'

/** A customization ready to be written, without the id of its row. */
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
  /** Files of the pictures in its snapshot. */
  readonly fileIds: readonly number[]
}

/**
 * Returns the form in which a picture's address is stored: the path of a stored file, or an https address. Anything else becomes
 * null, so that nobody is ever sent to it.
 */
export function storedUrl(url: string | null, file: OwnFile | undefined, publicUrl: string): string | null {
  if (url === null) return null
  if (file) return `/files/${file.key}`
  const own = publicUrl !== '' && url.startsWith(`${publicUrl}/files/`) ? url.slice(publicUrl.length) : url
  if (own.startsWith('/files/')) return own
  const whole = own.startsWith('//') ? `https:${own}` : own
  return URL.canParse(whole) && new URL(whole).protocol === 'https:' ? whole : null
}

/** Returns the id if it is the account's, with the given name or, without one, its current name. */
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
    customized_image_url: storedUrl(read.customizedImageUrl, customized, publicUrl),
    preview_image_url: storedUrl(read.previewImageUrl, preview, publicUrl),
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

/** Converts a wireframe to its form in a snapshot, with storage keys of its pictures. */
export const wireframeOf = (frame: FrozenWireframe | undefined): StoredSnapshot['wireframe'] =>
  frame === undefined
    ? null
    : {
        width: frame.width,
        height: frame.height,
        backgroundKey: frame.background?.key ?? null,
        foregroundKey: frame.foreground?.key ?? null,
      }

/** Returns the layers with stored pictures by key, and the ids of their files. */
function frozenLayers(design: ReadDesign | null, around: Surroundings, publicUrl: string) {
  const files: number[] = []
  const layers = design?.layers?.map((layer) => {
    const file = around.fileAt(layer.imageUrl) ?? around.fileById(layer.imageFileId)
    const { imageUrl, [layerPicture]: _, ...rest } = layer
    if (!file) return typeof imageUrl === 'string' ? { ...rest, imageUrl: storedUrl(imageUrl, undefined, publicUrl) } : rest
    files.push(file.id)
    return { ...rest, [layerPicture]: file.key }
  })
  return { layers: layers ?? null, files }
}
