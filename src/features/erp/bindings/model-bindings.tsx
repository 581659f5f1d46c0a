import { Button, Radio, Select } from '@arco-design/web-react'
import { IconThunderbolt } from '@arco-design/web-react/icon'
import { type ReactNode, useMemo, useState } from 'react'
import type { Factory } from '../../../../contract/types'
import { screens } from '../../../base/paths'
import type { Action } from '../../../ui/action'
import { BulkBar } from '../../../ui/bulk-bar'
import { confirm } from '../../../ui/confirm'
import { LinkButton } from '../../../ui/link-button'
import { NoMatch } from '../../../ui/no-match'
import { OneLine } from '../../../ui/one-line'
import { PageActions } from '../../../ui/page'
import { SearchField } from '../../../ui/search-field'
import { toastHint, toastSuccess } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import { useListQuery } from '../../../ui/use-list-query'
import { useSelection } from '../../../ui/use-selection'
import { useTextMatch } from '../../../ui/use-text-match'
import { BindingBoard } from './binding-board'
import { ChoiceDialog } from './choice-dialog'
import { bindingPageSizes, FactoryFrame } from './factory-frame'
import { MatchDialog } from './match-dialog'
import { countStates, filterRows, fullName, type ModelRow, type StateFilter, stateFilters } from './model-rows'
import { ModelTable } from './model-table'
import { useModelBinding } from './mutations'
import { type ModelBoard, useModelBoard } from './use-model-board'
import { useModelChoice } from './use-model-choice'

/** 机型绑定: binds the account's models to those of a factory. */
export function ModelBindings() {
  return (
    <FactoryFrame>{(factory, factorySelect) => <FactoryModels factory={factory} factorySelect={factorySelect} />}</FactoryFrame>
  )
}

const boardTextsFor = (factoryId: number) => ({
  accountNoun: '机型',
  factoryNoun: '型号',
  empty: {
    title: '先添加你卖的机型',
    text: '工厂列表里的机型可以直接变成你的机型，带着工厂的尺寸，并且已经绑定好。',
    href: screens.brands({ dialog: 'factory', id: factoryId }),
    link: '从工厂机型创建',
  },
})

interface FactoryModelsProps {
  readonly factory: Factory
  readonly factorySelect: ReactNode
}

function FactoryModels({ factory, factorySelect }: FactoryModelsProps) {
  const board = useModelBoard(factory.id)
  return (
    <BindingBoard texts={boardTextsFor(factory.id)} factory={factory} factorySelect={factorySelect} board={board}>
      {(data) => <Board factory={factory} board={data} factorySelect={factorySelect} />}
    </BindingBoard>
  )
}

interface BoardProps extends FactoryModelsProps {
  readonly board: ModelBoard
}

function Board({ factory, board: { brands, offered: factoryModels, rows }, factorySelect }: BoardProps) {
  const list = useListQuery(screens.modelBindings, bindingPageSizes)
  const selection = useSelection()
  const { remove } = useModelBinding(factory.id)
  const choice = useModelChoice(factory.id, factoryModels)
  const [rowsToMatch, setRowsToMatch] = useState<readonly ModelRow[] | null>(null)
  const searchText = list.get('q')
  const brandId = brands.find(({ id }) => String(id) === list.get('brand'))?.id ?? null
  const stateParam = list.get('state')
  const state: StateFilter = stateParam in stateFilters ? (stateParam as StateFilter) : 'all'
  const match = useTextMatch(searchText)
  const filteredRows = useMemo(
    () => filterRows(rows, { brandId, state, searchText }, match),
    [rows, brandId, state, searchText, match],
  )
  const counts = useMemo(() => countStates(filterRows(rows, { brandId, state: 'all', searchText: '' })), [rows, brandId])

  const onUnbind = useLatest(async (row: ModelRow) => {
    const confirmed = await confirm({
      title: `解除「${fullName(row)}」的绑定？`,
      content: `解除后，「${fullName(row)}」的订单不能推送到「${factory.name}」，直到重新绑定。`,
      okText: '解除绑定',
      danger: true,
      onOk: () => remove.mutateAsync(row.id),
    })
    if (confirmed) toastSuccess('删除成功')
  })
  // As in the selection bar, only ticked rows that pass the filters count.
  const selectedRows = filteredRows.filter(({ id }) => selection.ids.has(id))
  const actions: readonly Action<ModelRow>[] = [
    { key: 'match', label: '自动匹配', icon: <IconThunderbolt />, where: 'bulk', perform: setRowsToMatch },
  ]

  return (
    <>
      <PageActions>
        <LinkButton secondary href={screens.brands({ dialog: 'factory', id: factory.id })}>
          从工厂机型创建
        </LinkButton>
        <Button
          type="primary"
          icon={<IconThunderbolt />}
          onClick={() => (selectedRows.length === 0 ? toastHint('请至少选择一个机型') : setRowsToMatch(selectedRows))}
        >
          自动匹配
        </Button>
      </PageActions>
      <BulkBar selection={selection} rows={filteredRows} actions={actions}>
        <OneLine className="filter-row" kind="filters">
          {factorySelect}
          <Select
            className="erp-brand-select"
            aria-label="品牌"
            value={brandId ?? 0}
            onChange={(brand: number) => list.set({ brand: brand === 0 ? null : brand })}
            options={[{ value: 0, label: '全部品牌' }, ...brands.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <Radio.Group
            type="button"
            aria-label="绑定状态"
            value={state}
            onChange={(next: StateFilter) => list.set({ state: next === 'all' ? null : next })}
          >
            {(Object.keys(stateFilters) as StateFilter[])
              .filter((key) => key !== 'gone' || counts.gone > 0 || state === 'gone')
              .map((key) => (
                <Radio key={key} value={key}>
                  {stateFilters[key]} {counts[key]}
                </Radio>
              ))}
          </Radio.Group>
          <SearchField
            value={searchText}
            onChange={(q) => list.set({ q }, { replace: true })}
            label="搜索机型"
            placeholder="机型，或工厂型号、编码"
          />
        </OneLine>
      </BulkBar>
      {filteredRows.length === 0 ? (
        <NoMatch
          text={`${rows.length} 个机型里，没有符合筛选条件的。`}
          onClear={() => list.set({ q: null, state: null, brand: null })}
        />
      ) : (
        <ModelTable rows={filteredRows} list={list} selection={selection} onBind={choice.open} onUnbind={onUnbind} />
      )}
      <ChoiceDialog request={choice.request} onClose={choice.close} />
      <MatchDialog
        factory={factory}
        factoryModels={factoryModels}
        allModels={rows}
        rows={rowsToMatch}
        onClose={() => setRowsToMatch(null)}
        onBound={selection.clear}
      />
    </>
  )
}
