/** 标准线框: the mark of wireframes that the server drew, until the seller says that they fit the mould (已核对). */
import type { Wireframe } from '../../../contract/types'
import type { NewTask } from '../../base/tasks/types'
import { batchScope } from './batch-progress'
import { nameOfRow, type WireframeRow } from './rows'
import { type ChangeInput, wireframeChangeKind } from './wireframe-change-task'

type Standard = NonNullable<Wireframe['standard']>

/** The seller reads in these texts what of a standard wireframe is known, and what is a guess. */
export const standardTexts: Readonly<Record<Standard, string>> = {
  library: '标准线框，请与工厂模具核对：机身是公布的尺寸，壳边、圆角和摄像头位置是估计的',
  factory: '标准线框，请与工厂模具核对：尺寸是工厂的，圆角和摄像头位置是估计的',
}

/** The batch that says of these rows' standard wireframes that they were checked, each once; null where there are none. */
export function checkedTask(rows: readonly WireframeRow[]): NewTask<ChangeInput> | null {
  const items = new Map(
    rows.flatMap((row) => {
      const { wireframeId = null, standard = null } = row.sku ?? {}
      if (wireframeId === null || standard === null) return []
      const input: ChangeInput = { wireframeId, change: { standard: null }, before: { standard } }
      return [[wireframeId, { key: String(wireframeId), name: nameOfRow(row), input }] as const]
    }),
  )
  if (items.size === 0) return null
  return { kind: wireframeChangeKind, title: `${items.size} 张标准线框标为已核对`, scope: batchScope, items: [...items.values()] }
}
