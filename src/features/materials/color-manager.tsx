import { Button, Switch } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconPlus } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MaterialColor, PhoneCaseMaterial } from '../../../contract/types'
import { catalogueUseText, materialsQuery } from '../../api/queries/catalogue'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirm, confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { Modal } from '../../ui/modal'
import { SortFailure } from '../../ui/sort-failure'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { useSort } from '../../ui/use-sort'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { CasesPicture } from './case-picture'
import { ColorForm } from './color-form'
import { ColorSwatch } from './color-swatch'
import { useColorMutations } from './mutations'

const nameOf = (color: MaterialColor) => color.name
const shortName = (name: string, most = 24) => (name.length > most ? `${name.slice(0, most)}…` : name)

interface ColorTableProps {
  readonly material: PhoneCaseMaterial
}

function ColorTable({ material }: ColorTableProps) {
  const api = useApi()
  const queries = useQueryClient()
  const query = materialsQuery(api)
  const { enable, remove } = useColorMutations(material.id)
  const [form, setForm] = useState<MaterialColor | 'new' | null>(null)

  const sort = useSort<MaterialColor>({
    items: material.colors,
    send: ({ id, next }) =>
      api.materialColors.order({ params: { materialId: material.id, id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const colors = sort.items

  const { mutateAsync: setEnabled } = enable
  const columns = useMemo((): Column<MaterialColor>[] => {
    const confirmAndSetEnabled = async ({ id, name }: MaterialColor, enabled: boolean) => {
      const agreed =
        enabled ||
        (await confirm({
          title: `停用「${name}」？`,
          content: `停用后，「${material.name}」材质「${name}」颜色的线框图即使已经上架，买家也看不到。`,
          okText: `停用「${shortName(name, 12)}」`,
          danger: true,
        }))
      if (!agreed) return
      // A failed request shows its own dialog, and the switch is reset.
      await setEnabled({ id, enabled }).then(
        () => toastSuccess('更新成功'),
        () => undefined,
      )
    }
    return [
      { key: 'name', title: '颜色名称', render: (color) => color.name },
      { key: 'background', title: '背景色', width: 120, render: (color) => <ColorSwatch color={color} /> },
      {
        key: 'enabled',
        title: '启用',
        width: 72,
        render: (color) => (
          <span className="materials-switch">
            <Switch
              size="small"
              checked={color.enabled}
              aria-label={`启用「${color.name}」`}
              onChange={(enabled) => void confirmAndSetEnabled(color, enabled)}
            />
          </span>
        ),
      },
    ]
  }, [material.name, setEnabled])

  const restore = useRestore()
  const deleteOne = async (color: MaterialColor) => {
    const warning = `「${material.name}」材质这种颜色的上架信息和绑定的线框图会一起删除。${restorableText}`
    const used = await catalogueUseText(api, 'color', [color.id])
    if (!(await confirmDelete(color.name, used + warning, () => remove.mutateAsync(color.id)))) return
    offerUndo('删除成功', () => restore('color', [color.id]))
  }
  const actions: readonly Action<MaterialColor>[] = [
    { key: 'edit', label: '修改', icon: <IconEdit />, perform: ([color]) => color && setForm(color) },
    { key: 'delete', label: '删除', icon: <IconDelete />, danger: true, perform: ([color]) => color && deleteOne(color) },
  ]
  const add = (
    <Button type="primary" icon={<IconPlus />} onClick={() => setForm('new')}>
      新增颜色
    </Button>
  )
  return (
    <>
      {colors.length === 0 ? (
        <EmptyState
          picture={<CasesPicture />}
          title="这种材质还没有颜色"
          text="每种颜色可以有自己的线框图和背景色；至少添加一种颜色才能上架。"
          action={add}
        />
      ) : (
        <>
          <div className="materials-bar">
            <span className="numeric">共 {colors.length} 种颜色</span>
            {add}
          </div>
          <SortFailure sort={sort} />
          <DataTable
            label={`「${material.name}」的颜色`}
            rows={colors}
            columns={columns}
            nameOf={nameOf}
            actions={actions}
            onMove={sort.move}
          />
        </>
      )}
      <ColorForm material={material} target={form} onClose={() => setForm(null)} />
    </>
  )
}

interface ColorManagerProps {
  /** null while the dialog is closed. */
  readonly material: PhoneCaseMaterial | null
  readonly onClose: () => void
}

/** 颜色管理: a dialog with the colours of one material. */
export function ColorManager({ material, onClose }: ColorManagerProps) {
  const shownMaterial = useValueWhileClosing(material !== null, material)
  return (
    <Modal
      visible={material !== null}
      title={`颜色管理：${shortName(shownMaterial?.name ?? '')}`}
      footer={null}
      onCancel={onClose}
      className="materials-manager"
      style={{ width: 720, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shownMaterial !== null && <ColorTable material={shownMaterial} />}
    </Modal>
  )
}
