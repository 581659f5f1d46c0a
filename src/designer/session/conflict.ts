/** Resolves conflicts: somebody saved the template while this seller edited it. Nothing is lost before the seller chooses. */
import { mapLayers, withFields } from '../../../design/model/queries'
import type { DesignDoc, Layer } from '../../../design/model/types'
import type { DesignSubject } from '../../../design/template/load'
import type { ConflictChoice, SaveConflict } from './types'

export const conflictText = {
  title: '模板已被修改',
  deletedTitle: '模板已被删除',
  body: '此模板在您编辑期间已被保存过，请选择如何处理您的修改',
  deleted: '此模板在您编辑期间已被删除，您可以把修改另存为新模板',
} as const

/** The same for a customization of an order, which keeps all its versions. */
export const customizationConflictText = {
  title: '这个定制已有新的版本',
  body: '这个定制在您编辑期间有了新的版本（买家或其他人修改过），请选择如何处理您的修改；每个版本都保留在订单里',
} as const

/** The same for a component. */
export const componentConflictText = {
  title: '组件已被修改',
  body: '这个组件在您编辑期间已被别人修改过，用到它的模板也已更新，请选择如何处理您的修改',
} as const

export interface ConflictOption {
  readonly choice: ConflictChoice
  readonly label: string
  readonly hint: string
}

const options: readonly ConflictOption[] = [
  { choice: 'copy', label: '另存为副本', hint: '您的设计保存为同一分组中的新模板，原模板保持最新版本' },
  { choice: 'reload', label: '载入最新版本', hint: '显示最新版本，可用撤销找回您的修改' },
  { choice: 'overwrite', label: '覆盖保存', hint: '用您的设计替换最新版本' },
]

const onlyCopy: ConflictOption = {
  choice: 'copy',
  label: '另存为新模板',
  hint: '您的设计保存为同一分组中的新模板；分组也已被删除时，会请您另选一个分组',
}

/**
 * Returns the ways out in display order; for a template, the first keeps both versions, and a deleted one can only be copied. A
 * customization or a component cannot be copied.
 */
export function conflictOptions({ theirs }: SaveConflict, subject: DesignSubject): readonly ConflictOption[] {
  if (subject !== 'template') return options.filter(({ choice }) => choice !== 'copy')
  return theirs ? options : [onlyCopy]
}

/**
 * Returns the document with the row ids of the server. A layer that the server does not have, or has as another type, gets none:
 * after an undo past a save, ids of deleted rows must not be sent.
 */
export function withRowIds(doc: DesignDoc, saved: readonly Pick<Layer, 'id' | 'uuid' | 'type'>[]): DesignDoc {
  const rows = new Map(saved.map((layer) => [layer.uuid, layer]))
  return mapLayers(doc, null, (layer) => {
    const row = rows.get(layer.uuid)
    return withFields<Layer>(layer, { id: row && row.type === layer.type ? row.id : null })
  })
}
