/** Commands for the template as a whole: settings, which undo skips, and the size of the canvas, which is an edit. */
import { scaledStroke } from '../../contract/rules/layer-stroke'
import { roundLength } from '../geometry/number'
import { fittingName } from '../model/create'
import { equalValues } from '../model/equal'
import type { DesignDoc, Layer, LayoutRule, Size } from '../model/types'
import { relayout } from '../rules/relayout'
import { type Command, done, refuse } from './command'

/** Sets the phone and colour the design is shown on. Never changes a layer. */
export const setPreview: Command<{ readonly phoneModelId: number | null; readonly materialColorId: number | null }> = {
  id: 'setPreview',
  label: '切换预览机型',
  kind: 'setting',
  run: (doc, { phoneModelId, materialColorId }) =>
    done(withFields(doc, { previewPhoneModelId: phoneModelId, previewMaterialColorId: materialColorId })),
}

/** Sets the template's name in lists. A blank name removes it. */
export const renameTemplate: Command<{ readonly name: string }> = {
  id: 'renameTemplate',
  label: '重命名模板',
  kind: 'setting',
  run: (doc, { name }) => done(withFields(doc, { name: fittingName(name) })),
}

export type DocSettings = Pick<DesignDoc, 'boundDesignAssetCollectionIds'>

export const setSettings: Command<Partial<DocSettings>> = {
  id: 'setSettings',
  label: '修改设置',
  kind: 'setting',
  run: (doc, settings) => done(withFields(doc, settings)),
}

/**
 * Limits of the canvas size, px: below them a design cannot be edited, above them no case needs more and drawing becomes slow.
 */
export const canvasLimits = { min: 100, max: 10_000 } as const

/** Returns why a canvas cannot have this size; null when it can. */
export function canvasProblem({ width, height }: Size): string | null {
  const { min, max } = canvasLimits
  const valid = [width, height].every((length) => Number.isInteger(length) && length >= min && length <= max)
  return valid ? null : `画布的宽和高要是 ${min} 到 ${max} 之间的整数（像素）`
}

/**
 * Resizes the canvas. `keep`: layers keep their size and their offset from the middle of the canvas. `scale`: all layers, locked
 * ones too, are scaled together by the largest factor that fits in both directions. The background covers the new canvas either
 * way.
 * `arrange`: each layer keeps to the edge that it lies at, or follows the rule that the seller chose (rules/relayout.ts).
 */
export const resizeCanvas: Command<Size & { readonly layers: 'keep' | 'scale' | 'arrange' }> = {
  id: 'resizeCanvas',
  label: '修改画布尺寸',
  run(doc, { width, height, layers }) {
    const problem = canvasProblem({ width, height })
    if (problem !== null) return refuse(problem)
    if (width === doc.width && height === doc.height) return done(doc)
    if (layers === 'arrange') return done(relayout(doc, { width, height }))
    const factor = layers === 'keep' ? 1 : Math.min(width / doc.width, height / doc.height)
    const resized = (layer: Layer): Layer => {
      const size = { width: roundLength(layer.width * factor), height: roundLength(layer.height * factor) }
      const left = roundLength(width / 2 + (layer.left - doc.width / 2) * factor)
      const top = roundLength(height / 2 + (layer.top - doc.height / 2) * factor)
      return { ...layer, ...size, left, top, stroke: scaledStroke(layer, size) }
    }
    return done({ ...doc, width, height, layers: doc.layers.map((layer) => (layer.isBackground ? layer : resized(layer))) })
  },
}

/**
 * Chooses how layers follow another canvas size; null goes back to what is guessed. Locked layers take it too: it moves nothing
 * now, and locked layers follow the canvas like others.
 */
export const setLayoutRule: Command<{ readonly uuids: readonly string[]; readonly rule: Partial<LayoutRule> | null }> = {
  id: 'setLayoutRule',
  label: '修改适配方式',
  run(doc, { uuids, rule }) {
    const chosen = new Set(uuids)
    const changes = ({ uuid, layoutRule }: Layer) => chosen.has(uuid) && !equalValues(layoutRule, rule)
    if (!doc.layers.some(changes)) return done(doc)
    return done({ ...doc, layers: doc.layers.map((layer) => (changes(layer) ? { ...layer, layoutRule: rule } : layer)) })
  },
}

function withFields(doc: DesignDoc, fields: Partial<DesignDoc>): DesignDoc {
  const next = { ...doc, ...fields }
  return equalValues({ ...next, layers: null }, { ...doc, layers: null }) ? doc : next
}
