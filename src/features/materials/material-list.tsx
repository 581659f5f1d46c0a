import { Button, Switch } from '@arco-design/web-react'
import { IconBgColors, IconDelete, IconEdit, IconPlus } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { MaterialColor, PhoneCaseMaterial } from '../../../contract/types'
import { catalogueUseText, materialsQuery } from '../../api/queries/catalogue'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NameCell } from '../../ui/name-cell'
import { NoMatch } from '../../ui/no-match'
import { PageActions } from '../../ui/page'
import { fewRows, SearchField } from '../../ui/search-field'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { useSort } from '../../ui/use-sort'
import { useTextMatch } from '../../ui/use-text-match'
import { BackgroundForm } from './background-form'
import { CasesPicture } from './case-picture'
import { ColorManager } from './color-manager'
import { ColorStrip } from './color-swatch'
import { MaterialForm } from './material-form'
import { useMaterialMutations } from './mutations'
import './materials.css'

const nameOf = (material: PhoneCaseMaterial) => material.name

interface IncompleteMaterial {
  readonly material: PhoneCaseMaterial
  readonly colors: readonly MaterialColor[]
}

/** 手机壳材质: lists every material with its colours, in order. */
export function MaterialList() {
  const api = useApi()
  const queries = useQueryClient()
  const query = materialsQuery(api)
  const materials = useQuery(query)
  const { needBackground, remove, change } = useMaterialMutations()
  const dialog = useDialog(screens.materials)
  const list = useListQuery(screens.materials, [1000])
  const words = list.get('q')
  const match = useTextMatch(words)
  const edited = useDialogRow(dialog, 'edit', materials.data, '材质')
  const managed = useDialogRow(dialog, 'colors', materials.data, '材质')
  /** Colours whose background is missing although their material is about to require it. */
  const [incomplete, setIncomplete] = useState<IncompleteMaterial | null>(null)
  const [asking, setAsking] = useState(false)

  const sort = useSort<PhoneCaseMaterial>({
    items: materials.data,
    send: ({ id, next }) => api.phoneCaseMaterials.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const rows = sort.items

  const { mutateAsync: setNeeded } = needBackground
  const { mutateAsync: renameMaterial } = change
  const columns = useMemo((): Column<PhoneCaseMaterial>[] => {
    const changeNeedBackground = async (material: PhoneCaseMaterial, needed: boolean) => {
      const colors = material.colors.filter((color) => color.defaultBackgroundColor === null)
      if (needed && colors.length > 0) {
        setIncomplete({ material, colors })
        setAsking(true)
        return
      }
      // A failed request shows its own dialog, and the switch is reset.
      await setNeeded({ id: material.id, needed }).then(
        () => toastSuccess('更新成功'),
        () => undefined,
      )
    }
    return [
      {
        key: 'name',
        title: '材质名称',
        render: ({ id, name }) => (
          <NameCell
            name={name}
            noun="材质"
            maxLength={textLimits.name}
            rename={(wanted) => renameMaterial({ id, name: wanted, was: { name } })}
          />
        ),
      },
      { key: 'colors', title: '颜色', width: 240, foldable: true, render: ({ colors }) => <ColorStrip colors={colors} /> },
      {
        key: 'needBackground',
        title: '需要背景',
        hint: '整个壳都要印满的材质打开：每种颜色都要填背景色，设计里没有背景时，设计器的检查会提醒。图案以外可以空着的材质（例如透明壳）不用打开。',
        width: 112,
        render: (material) => (
          <span className="materials-switch">
            <Switch
              size="small"
              checked={material.needBackground}
              aria-label={`「${material.name}」需要背景`}
              onChange={(needed) => void changeNeedBackground(material, needed)}
            />
          </span>
        ),
      },
    ]
  }, [setNeeded, renameMaterial])

  const isFound = ({ name, colors }: PhoneCaseMaterial) => match(name, words) || colors.some((color) => match(color.name, words))
  const restore = useRestore()
  const deleteOne = async (material: PhoneCaseMaterial) => {
    const warning = `该材质的全部颜色、上架信息和绑定的线框图会一起删除。${restorableText}`
    const used = await catalogueUseText(api, 'material', [material.id])
    if (!(await confirmDelete(material.name, used + warning, () => remove.mutateAsync(material.id)))) return
    offerUndo('删除成功', () => restore('material', [material.id]))
  }
  const actions: readonly Action<PhoneCaseMaterial>[] = [
    {
      key: 'colors',
      label: '颜色管理',
      icon: <IconBgColors />,
      perform: ([material]) => material && dialog.open('colors', material.id),
    },
    { key: 'edit', label: '修改', icon: <IconEdit />, perform: ([material]) => material && dialog.open('edit', material.id) },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      perform: ([material]) => material && deleteOne(material),
    },
  ]
  const add = (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      新增材质
    </Button>
  )

  return (
    <>
      <ListView result={materials} skeleton={<TableSkeleton label="正在加载材质" />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState
              picture={<CasesPicture />}
              title="先添加一种材质"
              text="材质和它的颜色决定买家能选哪些手机壳，例如磨砂、液态硅胶、透明 TPU。"
              action={add}
            />
          ) : (
            <>
              <PageActions>{add}</PageActions>
              <SortFailure sort={sort} />
              {rows.length > fewRows && (
                <div className="filter-row">
                  <SearchField value={words} onChange={(q) => list.set({ q }, { replace: true })} label="搜索材质或颜色" />
                </div>
              )}
              {rows.some(isFound) ? (
                <DataTable
                  label="材质"
                  rows={words === '' ? rows : rows.filter(isFound)}
                  columns={columns}
                  nameOf={nameOf}
                  actions={actions}
                  maxWidth={1120}
                  onMove={sort.move}
                  moveRefusal={words === '' ? null : '清空搜索后才能排序'}
                />
              ) : (
                <NoMatch
                  text={`${rows.length} 种材质里，没有名称或颜色包含「${words}」的。`}
                  onClear={() => list.set({ q: null })}
                />
              )}
              <footer className="list-footer">
                <span className="numeric">共 {rows.length} 种材质</span>
              </footer>
            </>
          )
        }
      </ListView>
      <MaterialForm target={dialog.name === 'add' ? 'new' : edited} onClose={dialog.close} />
      <ColorManager material={managed} onClose={dialog.close} />
      {incomplete !== null && (
        <BackgroundForm
          material={incomplete.material}
          colors={asking ? incomplete.colors : null}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
