/** Converts a document to request bodies of the admin API. */
import type { TemplateCreate, TemplateLayerWrite, TemplateSave } from '../../../contract/types'
import type { DesignDoc, Layer } from '../model/types'

/** Returns the body of a first save. `thumbnailFileId` is null when no picture of the design could be made. */
export function templateCreate(
  doc: DesignDoc,
  saveFields: { readonly collectionId: number; readonly thumbnailFileId: number | null },
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

function contentOf(doc: DesignDoc) {
  return {
    name: doc.name,
    width: doc.width,
    height: doc.height,
    layers: doc.layers.map(layerWrite),
    boundDesignAssetCollectionIds: [...doc.boundDesignAssetCollectionIds],
    previewPhoneModelId: doc.previewPhoneModelId,
    previewMaterialColorId: doc.previewMaterialColorId,
  }
}

/** Returns a layer's request body; `index` counts from the bottom. */
export function layerWrite(layer: Layer, index: number): TemplateLayerWrite {
  if (layer.imageFileId === null) throw new Error(`the picture of layer ${layer.uuid} has not been uploaded`)
  const base = {
    id: layer.id,
    uuid: layer.uuid,
    name: layer.name,
    type: layer.type,
    imageUrl: layer.imageUrl,
    imageFileId: layer.imageFileId,
    rotation: layer.rotation,
    width: layer.width,
    height: layer.height,
    originalWidth: layer.originalWidth,
    originalHeight: layer.originalHeight,
    left: layer.left,
    top: layer.top,
    index,
    locked: layer.locked,
    hidden: layer.hidden,
    isBackground: layer.isBackground,
    isUserUploadImage: layer.isUserUploadImage,
    horizontalFlip: layer.horizontalFlip,
    verticalFlip: layer.verticalFlip,
    stroke: layer.stroke,
    strokeSvgData: layer.strokeSvgData,
    groupId: layer.groupId,
  }
  if (layer.type === 'AI_CUTOUT') {
    const { aiCutoutType, aiCutoutPlaceholderImageType } = layer
    return { ...base, aiCutoutType, aiCutoutPlaceholderImageType }
  }
  if (layer.type === 'TEXT') {
    const { text, fontId, fontColor, verticalText, fontFamilyUrl, textAlign, letterSpacing, lineHeight } = layer
    return { ...base, text, fontId, fontColor, verticalText, fontFamilyUrl, textAlign, letterSpacing, lineHeight }
  }
  return base
}
