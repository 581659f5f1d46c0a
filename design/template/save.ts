/** Converts a document to request bodies of the admin API. */
import type {
  ComponentCreate,
  ComponentSave,
  DesignCorrection,
  TemplateCreate,
  TemplateDraftWrite,
  TemplateLayerWrite,
  TemplateSave,
} from '../../contract/types'
import type { DesignDoc, Layer } from '../model/types'

/**
 * Returns the body of a first save. `thumbnailFileId` is null when no picture of the design could be made; `enabled` says whether buyers
 * see the template at once.
 */
export function templateCreate(
  doc: DesignDoc,
  saveFields: { readonly collectionId: number; readonly thumbnailFileId: number | null; readonly enabled: boolean },
): TemplateCreate {
  return { ...saveFields, ...contentOf(doc) }
}

/** Returns the body of a save that replaces revision `revision`. */
export function templateSave(
  doc: DesignDoc,
  saveFields: { readonly revision: number; readonly thumbnailFileId: number | null },
): TemplateSave {
  return { ...saveFields, ...contentOf(doc) }
}

/** Returns the body of a draft of revision `revision`. */
export function templateDraft(doc: DesignDoc, revision: number): TemplateDraftWrite {
  return { revision, ...contentOf(doc) }
}

/** Returns the body of a correction of a customization that was opened at `version`. */
export function designCorrection(doc: DesignDoc, version: number): DesignCorrection {
  return { version, width: doc.width, height: doc.height, layers: doc.layers.map(layerWrite) }
}

/** Returns the body of a new component. */
export function componentCreate(
  doc: DesignDoc,
  { name, thumbnailFileId }: { readonly name: string; readonly thumbnailFileId: number | null },
): ComponentCreate {
  return { name, ...componentContent(doc), thumbnailFileId }
}

/** Returns the body of a change of a component that was opened at `revision`. */
export function componentSave(
  doc: DesignDoc,
  saveFields: { readonly revision: number; readonly thumbnailFileId: number | null },
): ComponentSave {
  return { ...saveFields, ...componentContent(doc) }
}

function componentContent({ width, height, layers }: DesignDoc) {
  return { width, height, layers: layers.map(layerWrite) }
}

function contentOf(doc: DesignDoc) {
  return {
    name: doc.name,
    width: doc.width,
    height: doc.height,
    layers: doc.layers.map(layerWrite),
    guides: { x: [...doc.guides.x], y: [...doc.guides.y] },
    boundDesignAssetCollectionIds: [...doc.boundDesignAssetCollectionIds],
    previewPhoneModelId: doc.previewPhoneModelId,
    previewMaterialColorId: doc.previewMaterialColorId,
  }
}

/** A type that compiles only while the layers of a document and of the contract have the same fields. */
type SameFields<A, B> = [A | B] extends [A & B] ? true : never
type FieldOf<T> = T extends unknown ? keyof T : never
true satisfies SameFields<FieldOf<Layer> | 'index', keyof TemplateLayerWrite>

/** Returns a layer's request body: its own fields, and `index`, which counts from the bottom. */
function layerWrite(layer: Layer, index: number): TemplateLayerWrite {
  const { imageFileId } = layer
  if (imageFileId === null) throw new Error(`the picture of layer ${layer.uuid} has not been uploaded`)
  return { ...layer, imageFileId, index }
}
