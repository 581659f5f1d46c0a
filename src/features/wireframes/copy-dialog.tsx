import { Button, Checkbox } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import type { PhoneCaseMaterial, PhoneModel } from '../../../contract/types'
import { CheckList } from '../../ui/check-list'
import { DialogFoot } from '../../ui/dialog-foot'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useTaskStore } from '../../ui/task-context'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { batchScope } from './batch-progress'
import { hasWireframe, nameOfRow, targetOf, type WireframeRow } from './rows'
import { useRows } from './use-rows'
import { type CopyInput, wireframeCopyKind } from './wireframe-copy-task'
import './batch.css'

interface CopyDialogProps {
  /** The row whose wireframe is copied; null while the dialog is closed. */
  readonly row: WireframeRow | null
  /** All models of the brand. */
  readonly models: readonly PhoneModel[]
  readonly materials: readonly PhoneCaseMaterial[]
  readonly idOf: (key: string) => number
  readonly onClose: () => void
}

/** 复制到其他颜色和型号: copies pictures, print area and size of a wireframe to each chosen colour of each chosen model. */
export function CopyDialog({ row, ...rest }: CopyDialogProps) {
  const shown = useValueWhileClosing(row !== null, row)
  return (
    <Modal
      visible={row !== null}
      title={shown === null ? '' : `把「${nameOfRow(shown)}」的线框图复制到`}
      footer={null}
      onCancel={rest.onClose}
      style={{ width: 640, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown !== null && <CopyFields key={shown.key} row={shown} {...rest} />}
    </Modal>
  )
}

function CopyFields({ row, models, materials, idOf, onClose }: CopyDialogProps & { readonly row: WireframeRow }) {
  const store = useTaskStore()
  const { material, color, model, brand, sku } = row
  const colors = useMemo(
    () => materials.flatMap((one) => one.colors.map(({ id, name }) => ({ id, name: `${one.name} · ${name}` }))),
    [materials],
  )
  const [colorIds, setColorIds] = useState<readonly number[]>(() =>
    material.colors.filter(({ id }) => id !== color.id).map(({ id }) => id),
  )
  const [modelIds, setModelIds] = useState<readonly number[]>([model.id])
  const [overwrite, setOverwrite] = useState(false)
  const chosenModels = useMemo(() => models.filter(({ id }) => modelIds.includes(id)), [models, modelIds])
  const result = useRows({ brand, models: chosenModels, materials, idOf })
  const targets = (result.data ?? []).filter((one) => one.key !== row.key && colorIds.includes(one.color.id))
  const targetsWithWireframe = targets.filter(hasWireframe)
  const plannedTargets = overwrite ? targets : targets.filter((one) => !hasWireframe(one))
  const start = useOneAtATime(async () => {
    const wireframeId = sku?.wireframeId ?? null
    if (wireframeId === null || plannedTargets.length === 0) return
    store.start<CopyInput>({
      kind: wireframeCopyKind,
      title: `把「${nameOfRow(row)}」的线框图复制到 ${plannedTargets.length} 项`,
      scope: batchScope,
      items: plannedTargets.map((one) => ({ key: one.key, name: nameOfRow(one), input: { wireframeId, to: targetOf(one) } })),
    })
    onClose()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className="wireframes-copy">
        <section>
          <h2>颜色</h2>
          <CheckList
            label="颜色"
            items={colors}
            chosen={colorIds}
            onChange={setColorIds}
            missingLabel="已删除的颜色"
            emptyText="还没有选择"
          />
        </section>
        <section>
          <h2>「{brand.name}」的型号</h2>
          <CheckList
            label="型号"
            items={models}
            chosen={modelIds}
            onChange={setModelIds}
            missingLabel="已删除的型号"
            emptyText="还没有选择"
          />
        </section>
      </div>
      <ListView result={result} skeleton={<TableSkeleton label="正在读取这些型号" rows={1} />}>
        {() => (
          <>
            {targetsWithWireframe.length > 0 && (
              <Checkbox checked={overwrite} onChange={setOverwrite}>
                也覆盖已有线框图的 {targetsWithWireframe.length} 项
              </Checkbox>
            )}
            <p className="wireframes-plan numeric" role="status">
              将复制到 {plannedTargets.length} 项
              {!overwrite && targetsWithWireframe.length > 0 && `，跳过 ${targetsWithWireframe.length} 项已有线框图`}
            </p>
          </>
        )}
      </ListView>
      <DialogFoot onCancel={onClose}>
        <Button type="primary" htmlType="submit" disabled={plannedTargets.length === 0}>
          复制到 {plannedTargets.length} 项
        </Button>
      </DialogFoot>
    </form>
  )
}
