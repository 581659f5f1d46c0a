/**
 * Builds the stored form of a customization: what came with the order, and a snapshot of what it referred to at that time. Pure.
 */
import type { Selectable } from 'kysely'
import type { Database } from '../../kernel/tables'
import { type FileAddresses, isPrivateKey, storedKey } from '../files/addresses'
import type { ParsedCustomization, ParsedDesign } from './content'
import type { FrozenWireframe, OwnFile, ReferencedRows } from './referenced-rows'

/**
 * A snapshot as stored in the database. Stored pictures are given by key, because their address depends on the server's address.
 */
export interface StoredSnapshot {
  readonly templateId: number | null
  readonly templateName: string | null
  readonly templateRevision: number | null
  readonly layers: readonly Readonly<Record<string, unknown>>[] | null
  readonly canvas: ParsedDesign['canvas']
  readonly wireframe: {
    readonly width: number
    readonly height: number
    readonly backgroundKey: string | null
    readonly foregroundKey: string | null
  } | null
}

/** Replaces `imageUrl` in a layer whose picture belongs to the account. */
export const layerPicture = 'imageKey'

/** Columns of the case, which a seller may set by hand. */
export const caseColumns = [
  'phone_brand_id',
  'phone_model_id',
  'material_id',
  'material_color_id',
  'phone_brand_name',
  'phone_model_name',
  'material_name',
  'material_color_name',
  'width_mm',
  'height_mm',
] as const

/** Columns of the design; a seller's version of them stays until the order brings another picture. */
export const designColumns = ['customized_image_url', 'preview_image_url', 'customized_file_id', 'preview_file_id'] as const

/** The columns of a customization that are written as they are frozen. */
export const frozenColumns = [...caseColumns, ...designColumns, 'snapshot', 'sha256'] as const

/** A customization ready to be written, without the id of its row. */
export interface FrozenCustomization
  extends Readonly<Pick<Selectable<Database['customization']>, Exclude<(typeof frozenColumns)[number], 'snapshot'>>> {
  readonly snapshot: StoredSnapshot
  /** Files of the pictures in its snapshot. */
  readonly fileIds: readonly number[]
}

/**
 * Returns the form in which a picture's address is stored: the path of a stored file, or an https address. Anything else becomes
 * null, so that nobody is ever sent to it.
 */
export function storedUrl(url: string | null, file: OwnFile | undefined, addresses: FileAddresses): string | null {
  if (url === null) return null
  if (file) return `/files/${file.key}`
  const base = [addresses.publicUrl, addresses.filesUrl].find((own) => own && url.startsWith(`${own}/files/`)) ?? ''
  const address = url.slice(base.length)
  if (address.startsWith('/files/')) {
    // Storing the address of another account's private file would sign it anew whenever it is shown.
    const key = storedKey(address)
    return key !== undefined && isPrivateKey(key) ? null : address
  }
  const absoluteUrl = address.startsWith('//') ? `https:${address}` : address
  return URL.canParse(absoluteUrl) && new URL(absoluteUrl).protocol === 'https:' ? absoluteUrl : null
}

/** Returns the id if it is the account's, with the given name or, without one, its current name. */
function idAndName(
  id: number | null,
  givenName: string,
  names: ReadonlyMap<number, string>,
): { id: number | null; name: string } {
  const currentName = id === null ? undefined : names.get(id)
  return { id: currentName === undefined ? null : id, name: givenName || (currentName ?? '') }
}

/** Freezes what `customization` refers to. */
export function freeze(
  customization: ParsedCustomization,
  referenced: ReferencedRows,
  addresses: FileAddresses,
): FrozenCustomization {
  const brand = idAndName(customization.phoneBrandId, customization.phoneBrandName, referenced.brands)
  const model = idAndName(customization.phoneModelId, customization.phoneModelName, referenced.models)
  const material = idAndName(customization.materialId, customization.materialName, referenced.materials)
  const color = idAndName(customization.materialColorId, customization.materialColorName, referenced.colors)
  const customized = referenced.fileAt(customization.customizedImageUrl)
  const preview = referenced.fileAt(customization.previewImageUrl)
  const wireframe = referenced.wireframe(model.id, color.id)
  const { layers, files } = frozenLayers(customization.design, referenced, addresses)
  return {
    phone_brand_id: brand.id,
    phone_model_id: model.id,
    material_id: material.id,
    material_color_id: color.id,
    phone_brand_name: brand.name,
    phone_model_name: model.name,
    material_name: material.name,
    material_color_name: color.name,
    customized_image_url: storedUrl(customization.customizedImageUrl, customized, addresses),
    preview_image_url: storedUrl(customization.previewImageUrl, preview, addresses),
    customized_file_id: customized?.id ?? null,
    preview_file_id: preview?.id ?? null,
    width_mm: wireframe?.widthMm ?? null,
    height_mm: wireframe?.heightMm ?? null,
    snapshot: {
      ...templateOf(customization.design, referenced),
      layers,
      canvas: customization.design?.canvas ?? null,
      wireframe: wireframeOf(wireframe),
    },
    sha256: customization.sha256,
    fileIds: [...new Set([...files, wireframe?.background?.id, wireframe?.foreground?.id].filter((id) => id !== undefined))],
  }
}

function templateOf(design: ParsedDesign | null, referenced: ReferencedRows) {
  const template = design?.templateId == null ? undefined : referenced.templates.get(design.templateId)
  if (!design || !template) return { templateId: null, templateName: null, templateRevision: null }
  return {
    templateId: design.templateId,
    templateName: template.name,
    templateRevision: design.templateRevision ?? template.revision,
  }
}

/** Converts a wireframe to its form in a snapshot, with storage keys of its pictures. */
export const wireframeOf = (wireframe: FrozenWireframe | undefined): StoredSnapshot['wireframe'] =>
  wireframe === undefined
    ? null
    : {
        width: wireframe.width,
        height: wireframe.height,
        backgroundKey: wireframe.background?.key ?? null,
        foregroundKey: wireframe.foreground?.key ?? null,
      }

/** Returns the layers with stored pictures by key, and the ids of their files. */
function frozenLayers(design: ParsedDesign | null, referenced: ReferencedRows, addresses: FileAddresses) {
  const files: number[] = []
  const layers = design?.layers?.map((layer) => {
    const file = referenced.fileAt(layer.imageUrl) ?? referenced.fileById(layer.imageFileId)
    const { imageUrl, [layerPicture]: _, ...rest } = layer
    if (!file) return typeof imageUrl === 'string' ? { ...rest, imageUrl: storedUrl(imageUrl, undefined, addresses) } : rest
    files.push(file.id)
    return { ...rest, [layerPicture]: file.key }
  })
  return { layers: layers ?? null, files }
}
