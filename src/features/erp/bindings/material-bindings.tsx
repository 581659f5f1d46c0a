import { type ReactNode, useState } from 'react'
import type { Factory, FactoryMaterial } from '../../../../contract/types'
import { screens } from '../../../base/paths'
import { confirm } from '../../../ui/confirm'
import { toastSuccess } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import { BindingBoard } from './binding-board'
import { ChoiceDialog, type ChoiceRequest } from './choice-dialog'
import { disagree } from './color-words'
import { FactoryFrame } from './factory-frame'
import { type BoardRow, countUnbound } from './material-rows'
import { MaterialTable } from './material-table'
import { useMaterialBinding } from './mutations'
import { type MaterialBoard, useMaterialBoard } from './use-material-board'

/** 材质绑定: binds the account's materials and colours to those of a factory. */
export function MaterialBindings() {
  return (
    <FactoryFrame>
      {(factory, factorySelect) => <FactoryMaterials factory={factory} factorySelect={factorySelect} />}
    </FactoryFrame>
  )
}

const boardTexts = {
  accountNoun: '材质',
  factoryNoun: '材质',
  empty: {
    title: '先添加手机壳材质',
    text: '材质和颜色来自“材质与线框图”。添加之后，就能在这里绑定到工厂的材质。',
    href: screens.phoneCases.path,
    link: '去添加材质',
  },
}

interface FactoryMaterialsProps {
  readonly factory: Factory
  readonly factorySelect: ReactNode
}

function FactoryMaterials({ factory, factorySelect }: FactoryMaterialsProps) {
  const board = useMaterialBoard(factory.id)
  return (
    <BindingBoard texts={boardTexts} factory={factory} factorySelect={factorySelect} board={board}>
      {(data) => <Board factory={factory} board={data} factorySelect={factorySelect} />}
    </BindingBoard>
  )
}

interface BoardProps extends FactoryMaterialsProps {
  readonly board: MaterialBoard
}

/** The choices for a row, and what choosing one of them does. */
function choiceRequestOf(
  row: BoardRow,
  offered: readonly FactoryMaterial[],
  save: (row: BoardRow, id: string) => Promise<void>,
): ChoiceRequest {
  const isMaterial = row.kind === 'material'
  const targets = isMaterial ? offered : (row.choices ?? [])
  const facts = (one: FactoryMaterial | { readonly code: string }) =>
    'colors' in one ? [one.colors.length > 0 ? `${one.colors.length} 种颜色` : '不分颜色'] : []
  const verb = row.state === 'none' ? '绑定' : '更换'
  const label = isMaterial ? '工厂材质' : '工厂颜色'
  return {
    title: `${verb}「${row.name}」的${label}`,
    okText: verb,
    label,
    choices: targets.map((one) => ({ key: one.id, name: one.name, code: one.code, facts: facts(one) })),
    suggestions: row.suggestion ? [{ key: row.suggestion.id, note: '名称相近' }] : [],
    value: row.target?.id ?? null,
    ...(isMaterial &&
      row.boundColors > 0 && { note: `换成另一种材质后，已绑定的 ${row.boundColors} 种颜色要重新绑定到新材质的颜色。` }),
    save: (id) => save(row, id),
  }
}

function Board({ factory, board: { offered, rows }, factorySelect }: BoardProps) {
  const { putMaterial, putColor, removeMaterial, removeColor } = useMaterialBinding(factory.id)
  const [choiceRequest, setChoiceRequest] = useState<ChoiceRequest | null>(null)

  const save = useLatest(async (row: BoardRow, id: string) => {
    const targets: readonly { readonly id: string; readonly code: string; readonly name: string }[] =
      row.kind === 'material' ? offered : (row.choices ?? [])
    const target = targets.find((one) => one.id === id)
    if (!target) throw new Error('工厂的列表里已经没有它了，请重新选择')
    if (row.kind === 'color' && disagree(row.color.name, `${target.name} ${target.code}`)) {
      const isMeant = await confirm({
        title: `「${row.color.name}」绑定到工厂的「${target.name}」？`,
        content: '两个名称说的不是同一种颜色。绑定以后，这种颜色的订单都会用工厂的这种颜色生产。',
        okText: '就是它',
        cancelText: '重新选择',
        danger: true,
      })
      if (!isMeant) throw new Error('没有绑定，请选择对应的工厂颜色')
    }
    if (row.kind === 'material') {
      await putMaterial.mutateAsync({ materialId: row.material.id, erpMaterialId: id, erpMaterialCode: target.code })
    } else {
      await putColor.mutateAsync({ materialColorId: row.color.id, erpMaterialColorId: id, erpMaterialColorCode: target.code })
    }
    toastSuccess(row.state === 'none' ? '绑定成功' : '更改成功')
  })
  const onUnbind = useLatest(async (row: BoardRow) => {
    const withColors = row.kind === 'material' && row.boundColors > 0 ? `，它的 ${row.boundColors} 种颜色的绑定也会一起解除` : ''
    const confirmed = await confirm({
      title: `解除「${row.name}」的绑定？`,
      content: `解除后，「${row.name}」的订单不能推送到「${factory.name}」，直到重新绑定${withColors}。`,
      okText: '解除绑定',
      danger: true,
      onOk: () => (row.kind === 'material' ? removeMaterial.mutateAsync(row.material.id) : removeColor.mutateAsync(row.color.id)),
    })
    if (confirmed) toastSuccess('删除成功')
  })
  const onChoose = useLatest((row: BoardRow) => setChoiceRequest(choiceRequestOf(row, offered, save)))
  // When a suggestion cannot be bound, open the dialog: it shows the reason once the seller tries again there.
  const onAcceptSuggestion = useLatest(
    (row: BoardRow) => row.suggestion && save(row, row.suggestion.id).catch(() => onChoose(row)),
  )

  const unbound = countUnbound(rows)
  return (
    <>
      <div className="filter-row">
        {factorySelect}
        <span className="erp-left numeric" role="status">
          {unbound.materials + unbound.colors === 0
            ? '材质和颜色都已绑定'
            : `还有 ${[unbound.materials > 0 && `${unbound.materials} 种材质`, unbound.colors > 0 && `${unbound.colors} 种颜色`].filter(Boolean).join('、')}没有绑定`}
        </span>
      </div>
      <MaterialTable rows={rows} onChoose={onChoose} onAcceptSuggestion={onAcceptSuggestion} onUnbind={onUnbind} />
      <ChoiceDialog request={choiceRequest} onClose={() => setChoiceRequest(null)} />
    </>
  )
}
