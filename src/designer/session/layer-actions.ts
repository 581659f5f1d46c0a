/**
 * Actions on the selected layers, one object each. Buttons, keys and the context menu all use these, so that labels and refusals
 * agree.
 */
import { alignLayers, distributeLayers } from '../../../design/commands/align'
import { flipLayers, setHidden, setLocked } from '../../../design/commands/appearance'
import { layerDown, layerToBottom, layerToTop, layerUp } from '../../../design/commands/arrange'
import { setBackground, unsetBackground } from '../../../design/commands/background'
import type { Command } from '../../../design/commands/command'
import { detachComponent } from '../../../design/commands/component'
import { groupLayers, ungroupLayers } from '../../../design/commands/group'
import { bringBack, duplicateLayers, removeLayers } from '../../../design/commands/layers'
import { layersOf } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import type { Axis, Edge } from '../../../design/rules/align'
import type { LayerActionId } from './shortcuts'
import type { Session, SessionState } from './types'

export interface LayerAction {
  readonly id: LayerActionId
  /** Label of the button now, such as 锁定 or 解锁. */
  label(state: SessionState): string
  /** Whether the action is offered now. A layer on top keeps its action: performing it shows why nothing happens. */
  enabled(state: SessionState): boolean
  readonly danger?: boolean
  /** Performs the action; returns whether there was a selection to act on. */
  perform(session: Session): boolean
}

type LayerUuids = { readonly uuids: readonly string[] }

function layerAction<A>(
  id: LayerActionId,
  label: string | ((chosen: readonly Layer[]) => string),
  command: Command<A>,
  args: (chosen: readonly Layer[], session: Session) => A,
  options: Pick<LayerAction, 'danger'> = {},
): LayerAction {
  return {
    id,
    label: (state) => (typeof label === 'string' ? label : label(selectedLayers(state))),
    enabled: ({ doc, selection }) => selection.length > 0 && (command.enabled?.(doc, selection) ?? true),
    perform(session) {
      const chosen = selectedLayers(session.getState())
      if (chosen.length > 0) session.run(command, args(chosen, session))
      return chosen.length > 0
    },
    ...options,
  }
}

function selectedLayers({ doc, selection }: SessionState): readonly Layer[] {
  return layersOf(doc, selection)
}
const uuidsOf = (chosen: readonly Layer[]): LayerUuids => ({ uuids: chosen.map((layer) => layer.uuid) })
const allLocked = (chosen: readonly Layer[]) => chosen.every((layer) => layer.locked)
const allHidden = (chosen: readonly Layer[]) => chosen.every((layer) => layer.hidden)

const alignAction = (id: LayerActionId, label: string, to: Edge) =>
  layerAction(id, label, alignLayers, (chosen) => ({ ...uuidsOf(chosen), edge: to }))
const distributeAction = (id: LayerActionId, label: string, axis: Axis) =>
  layerAction(id, label, distributeLayers, (chosen) => ({ ...uuidsOf(chosen), axis }))

const actions: readonly LayerAction[] = [
  {
    id: 'copy',
    label: () => '复制',
    enabled: ({ selection }) => selection.length > 0,
    perform: (session) => session.copy(),
  },
  {
    id: 'cut',
    label: () => '剪切',
    enabled: ({ doc, selection }) => removeLayers.enabled?.(doc, selection) ?? true,
    perform: (session) => session.cut().ok,
  },
  {
    id: 'paste',
    label: () => '粘贴',
    enabled: () => true,
    perform: (session) => session.paste().ok,
  },
  layerAction('duplicate', '复制图层', duplicateLayers, (chosen, session) => ({
    copies: chosen.map(({ uuid }) => ({ originalUuid: uuid, uuid: session.uuid() })),
  })),
  layerAction('remove', (chosen) => (chosen.length > 1 ? `删除 ${chosen.length} 个图层` : '删除图层'), removeLayers, uuidsOf, {
    danger: true,
  }),
  {
    id: 'selectAll',
    label: () => '全选',
    enabled: ({ doc }) => doc.layers.length > 0,
    perform(session) {
      session.selectAll()
      return true
    },
  },
  layerAction('group', '组合', groupLayers, (chosen, session) => ({ ...uuidsOf(chosen), groupId: session.uuid() })),
  layerAction('ungroup', '取消组合', ungroupLayers, uuidsOf),
  layerAction('detach', '脱离组件', detachComponent, uuidsOf),
  layerAction('up', '上移一层', layerUp, uuidsOf),
  layerAction('down', '下移一层', layerDown, uuidsOf),
  layerAction('top', '移到最顶层', layerToTop, uuidsOf),
  layerAction('bottom', '移到最底层', layerToBottom, uuidsOf),
  layerAction('flipHorizontal', '水平翻转', flipLayers, (chosen) => ({ ...uuidsOf(chosen), axis: 'horizontal' })),
  layerAction('flipVertical', '垂直翻转', flipLayers, (chosen) => ({ ...uuidsOf(chosen), axis: 'vertical' })),
  layerAction(
    'lock',
    (chosen) => (allLocked(chosen) && chosen.length > 0 ? '解锁' : '锁定'),
    setLocked,
    (chosen) => ({
      ...uuidsOf(chosen),
      locked: !allLocked(chosen),
    }),
  ),
  layerAction(
    'hide',
    (chosen) => (allHidden(chosen) && chosen.length > 0 ? '显示' : '隐藏'),
    setHidden,
    (chosen) => ({
      ...uuidsOf(chosen),
      hidden: !allHidden(chosen),
    }),
  ),
  {
    id: 'background',
    label: (state) => (isBackground(state) ? '取消背景' : '设为背景'),
    enabled: (state) => isBackground(state) || (setBackground.enabled?.(state.doc, state.selection) ?? false),
    perform(session) {
      const [layer] = selectedLayers(session.getState())
      if (!layer) return false
      if (layer.isBackground) session.run(unsetBackground, {})
      else session.run(setBackground, { uuid: layer.uuid })
      return true
    },
  },
  layerAction('bringBack', '移回画布', bringBack, uuidsOf),
  alignAction('alignLeft', '左对齐', 'left'),
  alignAction('alignCentre', '水平居中', 'centre'),
  alignAction('alignRight', '右对齐', 'right'),
  alignAction('alignTop', '顶部对齐', 'top'),
  alignAction('alignMiddle', '垂直居中', 'middle'),
  alignAction('alignBottom', '底部对齐', 'bottom'),
  distributeAction('spreadHorizontal', '水平等距分布', 'horizontal'),
  distributeAction('spreadVertical', '垂直等距分布', 'vertical'),
]

function isBackground(state: SessionState): boolean {
  return selectedLayers(state).some((layer) => layer.isBackground)
}

const byId = new Map(actions.map((one) => [one.id, one]))

export function layerActionOf(id: LayerActionId): LayerAction {
  const found = byId.get(id)
  if (!found) throw new Error(`no action ${id}`)
  return found
}
