/** Converts components of the API for an open design, and layers of one for the API. */
import type { ComponentContent } from '../../../../contract/rules/component'
import type { DesignComponent } from '../../../../contract/types'
import { boundsOfAll } from '../../../../design/geometry/bounds'
import { roundLength } from '../../../../design/geometry/number'
import { emptyDoc } from '../../../../design/model/create'
import type { DesignDoc, Layer } from '../../../../design/model/types'
import { openComponent } from '../../../../design/template/load'

export const contentOf = (component: DesignComponent): ComponentContent<Layer> => ({
  id: component.id,
  revision: component.revision,
  layers: openComponent(component).doc.layers,
})

/** Returns the layers as a design of their own, whose canvas is their box. */
export function asComponentDoc(layers: readonly Layer[]): DesignDoc {
  const { x, y, width, height } = boundsOfAll(layers) ?? { x: 0, y: 0, width: 1, height: 1 }
  return {
    ...emptyDoc({ width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) }),
    layers: layers.map((layer) => ({
      ...layer,
      ...{ id: null, groupId: null, component: null, layoutRule: null, locked: false },
      left: roundLength(layer.left - x),
      top: roundLength(layer.top - y),
    })),
  }
}

/** Share of the canvas that a component takes at most when it is inserted. */
const insertedShare = 0.8

/** Returns how a component lies when it is inserted with its middle at a point: in its own size, or smaller where that is too large. */
export function insertedAt(
  component: Pick<DesignComponent, 'width' | 'height'>,
  doc: Pick<DesignDoc, 'width' | 'height'>,
  at: { readonly x: number; readonly y: number } | null,
) {
  const { width, height } = component
  const scale = Math.min(1, (insertedShare * doc.width) / width, (insertedShare * doc.height) / height)
  const { x, y } = at ?? { x: doc.width / 2, y: doc.height / 2 }
  return { scale, rotation: 0, x: x - (scale * width) / 2, y: y - (scale * height) / 2 }
}

/** Says in how many templates a component is. */
export const usageText = ({ templates, enabledTemplates }: Pick<DesignComponent, 'templates' | 'enabledTemplates'>): string =>
  templates === 0
    ? '还没有保存过的模板用到'
    : `用在 ${templates} 个模板${enabledTemplates > 0 ? `，其中 ${enabledTemplates} 个已上架` : ''}`
