/** Converts a template of the admin API to a document. save.ts is the inverse; saving and loading a document changes nothing. */
import type { CustomizationDesign, DesignComponent, Template, TemplateLayer } from '../../contract/types'
import { noGuides, textDefaults } from '../model/create'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'

/** The kind of record that holds the design: a template, the customization of an order, or a component. */
export type DesignSubject = 'template' | 'customization' | 'component'

/** Where a design comes from: an opened template or customization, or the start of a new template. */
export interface Origin {
  readonly subject: DesignSubject
  readonly doc: DesignDoc
  /** Id of the template, the customization or the component; null for a template that was never saved. */
  readonly templateId: number | null
  /** 0 where the design is in none. */
  readonly collectionId: number
  /** Revision or version that the document was read at; null for a new template. */
  readonly revision: number | null
}

/** A template as the server stores it, made by {@link openTemplate}. */
export interface OpenedTemplate extends Origin {
  readonly templateId: number
  readonly revision: number
}

/** Default colour of text in the designer. */
export const defaultTextColor = '#646464'

/** Converts a template of the API for `createSession({ ...openTemplate(template), ports })`. */
export function openTemplate(template: Template): OpenedTemplate {
  return {
    subject: 'template',
    doc: docFrom(template),
    templateId: template.id,
    collectionId: template.collectionId,
    revision: template.revision,
  }
}

/** Converts the design of a customization likewise. It has no name of its own, no guides and no bound collections. */
export function openCustomization(design: CustomizationDesign): OpenedTemplate {
  return {
    subject: 'customization',
    doc: docFrom({
      ...design,
      name: `定制 ${design.customizationId}`,
      guides: null,
      boundDesignAssetCollectionIds: [],
      previewPhoneModelId: design.phoneModelId,
      previewMaterialColorId: design.materialColorId,
    }),
    templateId: design.customizationId,
    collectionId: 0,
    revision: design.version,
  }
}

/** Converts a component likewise; its box is the canvas. */
export function openComponent(component: DesignComponent): OpenedTemplate {
  return {
    subject: 'component',
    doc: docFrom({
      ...component,
      guides: null,
      boundDesignAssetCollectionIds: [],
      previewPhoneModelId: null,
      previewMaterialColorId: null,
    }),
    templateId: component.id,
    collectionId: 0,
    revision: component.revision,
  }
}

/** Returns the normalised document. Fields that a row leaves out get their defaults. */
export function docFrom(
  template: Pick<
    Template,
    'name' | 'width' | 'height' | 'guides' | 'boundDesignAssetCollectionIds' | 'previewPhoneModelId' | 'previewMaterialColorId'
  > & { readonly layers: readonly LayerRow[] },
): DesignDoc {
  const rows = [...template.layers].sort((a, b) => a.index - b.index)
  return normalise({
    name: template.name,
    width: template.width,
    height: template.height,
    layers: withUniqueIds(rows).map(layerFrom),
    guides: template.guides ?? noGuides,
    boundDesignAssetCollectionIds: template.boundDesignAssetCollectionIds,
    previewPhoneModelId: template.previewPhoneModelId,
    previewMaterialColorId: template.previewMaterialColorId,
  })
}

/** A layer of a template; in a draft one that the template does not have yet has no id. */
type LayerRow = Omit<TemplateLayer, 'id'> & { readonly id: number | null }

function layerFrom(row: LayerRow, index: number): Layer {
  const base = {
    uuid: row.uuid,
    id: row.id,
    name: row.name ?? `图层 ${index + 1}`,
    imageUrl: row.imageUrl,
    imageFileId: row.imageFileId,
    originalWidth: row.originalWidth,
    originalHeight: row.originalHeight,
    left: row.left,
    top: row.top,
    width: row.width,
    height: row.height,
    rotation: row.rotation,
    locked: row.locked,
    hidden: row.hidden ?? false,
    horizontalFlip: row.horizontalFlip,
    verticalFlip: row.verticalFlip,
    isUserUploadImage: row.isUserUploadImage,
    stroke: row.stroke ?? null,
    strokeSvgData: row.strokeSvgData ?? null,
    groupId: row.groupId ?? null,
    appearance: row.appearance ?? null,
    layoutRule: row.layoutRule ?? null,
    component: row.component ?? null,
  }
  if (row.type === 'AI_CUTOUT') {
    return {
      ...base,
      type: 'AI_CUTOUT',
      isBackground: false,
      aiCutoutType: row.aiCutoutType ?? 'common',
      aiCutoutPlaceholderImageType: row.aiCutoutPlaceholderImageType ?? null,
    }
  }
  if (row.type === 'TEXT') {
    return {
      ...base,
      type: 'TEXT',
      isBackground: false,
      text: row.text ?? '',
      fontId: row.fontId ?? null,
      fontColor: row.fontColor ?? defaultTextColor,
      verticalText: row.verticalText ?? false,
      fontFamilyUrl: row.fontFamilyUrl ?? null,
      textAlign: row.textAlign ?? textDefaults.textAlign,
      letterSpacing: row.letterSpacing ?? textDefaults.letterSpacing,
      lineHeight: row.lineHeight ?? textDefaults.lineHeight,
      textFlow: row.textFlow ?? null,
      fontWeight: row.fontWeight ?? null,
    }
  }
  return { ...base, type: 'IMAGE', isBackground: row.isBackground, shape: row.shape ?? null }
}

/** Makes uuids unique, as the canvas requires: rows that share one (saved by another program) get an id made of their row id. */
function withUniqueIds(rows: readonly LayerRow[]): readonly LayerRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const uuid = row.uuid === '' || seen.has(row.uuid) ? `layer-${row.id}` : row.uuid
    seen.add(uuid)
    return uuid === row.uuid ? row : { ...row, uuid }
  })
}
