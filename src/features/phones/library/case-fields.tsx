import { Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Factory, PhoneCaseMaterial } from '../../../../contract/types'
import { materialsQuery } from '../../../api/queries/catalogue'
import { useApi } from '../../../api/services'
import { CheckList } from '../../../ui/check-list'
import { DialogFoot } from '../../../ui/dialog-foot'
import { ListView } from '../../../ui/list-view'
import { SwitchField } from '../../../ui/switch-field'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useTaskStore } from '../../../ui/task-context'
import { caseChoice, colorOptions, firstColors } from './case-colors'
import { type AddInput, libraryKind, libraryScope } from './library-task'

interface CaseFieldsProps {
  /** Names of the ticked phones, or codes of the factory's models. */
  readonly names: readonly string[]
  /** How many of them the catalogue has. */
  readonly known: number
  /** null for phones of the library. */
  readonly factory: Factory | null
  readonly onClose: () => void
}

/** The colours in which the ticked phones are added, whether wireframes are drawn, and the button that adds them. */
export function CaseFields(props: CaseFieldsProps) {
  const materials = useQuery({ ...materialsQuery(useApi()), meta: { quiet: true } })
  return (
    <ListView result={materials} skeleton={<TableSkeleton label="正在读取材质" rows={1} />}>
      {(all) => <LoadedFields {...props} materials={all} />}
    </ListView>
  )
}

interface LoadedFieldsProps extends CaseFieldsProps {
  readonly materials: readonly PhoneCaseMaterial[]
}

function LoadedFields({ names, known, factory, onClose, materials }: LoadedFieldsProps) {
  const store = useTaskStore()
  const options = colorOptions(materials)
  const [colors, setColors] = useState(() => firstColors(materials))
  const [isDrawing, setDrawing] = useState(true)
  const [isOnShelf, setOnShelf] = useState(true)
  const wireframes = isDrawing && colors.length > 0
  const frames = names.length * colors.length
  const start = () => {
    const cases = { ...caseChoice(options, colors), wireframes, enabled: isOnShelf }
    const factoryId = factory?.id ?? null
    const items = wireframes ? names.map((name) => [name]) : [names]
    store.start<AddInput>({
      kind: libraryKind,
      title: `添加 ${names.length} 个机型`,
      scope: libraryScope,
      items: items.map((part) => ({
        key: part[0] ?? '',
        name: part.length === 1 ? (part[0] ?? '') : `${part[0]} 等 ${part.length} 个机型`,
        input: { names: part, factoryId, cases },
      })),
    })
  }
  const plan = [
    `${names.length} 个机型`,
    known > 0 && `其中 ${known} 个已有，只补缺少的`,
    wireframes && `最多画 ${frames} 张标准线框`,
    factory !== null && `绑定到「${factory.name}」的同一个机型`,
  ].filter((text) => text !== false)
  return (
    <>
      <section className="library-cases">
        <h2>材质和颜色</h2>
        <CheckList
          label="材质和颜色"
          items={options}
          chosen={colors}
          onChange={setColors}
          missingLabel="已删除的颜色"
          emptyText="不选就只添加机型"
        />
        <div className="library-switches">
          <SwitchField checked={wireframes} disabled={colors.length === 0} onChange={setDrawing}>
            生成标准线框
          </SwitchField>
          <SwitchField checked={wireframes && isOnShelf} disabled={!wireframes} onChange={setOnShelf}>
            新的直接上架
          </SwitchField>
          {wireframes && (
            <p className="library-hint">
              标准线框，请与工厂模具核对：{factory === null ? '机身是公布的尺寸，' : '尺寸是工厂的，'}圆角和摄像头位置是估计的。
            </p>
          )}
        </div>
      </section>
      <DialogFoot
        onCancel={onClose}
        note={<span className="numeric">{names.length === 0 ? '请勾选机型' : plan.join('，')}</span>}
      >
        <Button type="primary" disabled={names.length === 0} onClick={start}>
          {names.length === 0 ? '添加机型' : `添加 ${names.length} 个机型`}
        </Button>
      </DialogFoot>
    </>
  )
}
