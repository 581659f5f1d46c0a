/** Commands that change the order of layers. A locked layer can be reordered; the background always stays at the bottom. */
import { layersOf } from '../model/queries'
import type { DesignDoc } from '../model/types'
import { moveDown, moveToBottom, moveToIndex, moveToTop, moveUp, type OrderPlan, orderText } from '../rules/order'
import { type Command, done, type Outcome, refuse } from './command'

type LayerSelection = { readonly uuids: readonly string[] }

export const layerUp = arrangeCommand('layerUp', '上移一层', moveUp)
export const layerDown = arrangeCommand('layerDown', '下移一层', moveDown)
export const layerToTop = arrangeCommand('layerToTop', '移到最顶层', moveToTop)
export const layerToBottom = arrangeCommand('layerToBottom', '移到最底层', moveToBottom)

/** Moves one layer by drag-sort. `index` counts from the bottom, in the list without the layer. */
export const layerTo: Command<{ readonly uuid: string; readonly index: number }> = {
  id: 'layerTo',
  label: '调整图层顺序',
  run: (doc, { uuid, index }) => outcomeOf(doc, moveToIndex(doc.layers, uuid, index)),
}

function arrangeCommand(
  id: string,
  label: string,
  plan: (layers: DesignDoc['layers'], uuids: readonly string[]) => OrderPlan,
): Command<LayerSelection> {
  return {
    id,
    label,
    run: (doc, { uuids }) => outcomeOf(doc, plan(doc.layers, uuids)),
    // The button stays enabled for a layer at the end: pressing it shows why nothing happens.
    enabled: (doc, selection) => layersOf(doc, selection).some((layer) => !layer.isBackground),
  }
}

function outcomeOf(doc: DesignDoc, plan: OrderPlan): Outcome {
  if (!plan.ok) return refuse(plan.message)
  return plan.layers === doc.layers ? done(doc) : done({ ...doc, layers: plan.layers }, { message: orderText.moved })
}
