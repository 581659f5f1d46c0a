import { Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { libraryPhoneOf } from '../../../../contract/library/library'
import { millimetresText } from '../../../../contract/rules/sizes'
import type { Factory, FactoryPhoneModel } from '../../../../contract/types'
import { factoryModelsQuery, modelBindingsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { LinkButton } from '../../../ui/link-button'
import { combineResults, ListView } from '../../../ui/list-view'
import { SearchField } from '../../../ui/search-field'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { useTextMatch } from '../../../ui/use-text-match'
import { PickList, type PickRow } from './pick-list'

interface FactoryPickerProps {
  /** The account's factories that are still listed, and the shown one; undefined without any. */
  readonly factories: readonly Factory[]
  readonly factory: Factory | undefined
  readonly onFactory: (factoryId: number) => void
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const skeleton = <TableSkeleton label="正在读取工厂的机型" rows={4} />

/** The models of a factory's list to tick. */
export function FactoryPicker({ factory, ...props }: FactoryPickerProps) {
  if (factory !== undefined) return <FactoryModels key={factory.id} factory={factory} {...props} />
  return (
    <div className="library-missing">
      <p>还没有授权工厂。授权以后，工厂能做的机型可以直接变成你的机型，并且已经绑定好。</p>
      <LinkButton href={screens.factories.path}>去对接工厂</LinkButton>
    </div>
  )
}

const rowOf = ({ code, name, widthMm, heightMm, stock }: FactoryPhoneModel, isBound: boolean): PickRow => ({
  key: code,
  name,
  detail: [
    widthMm === null || heightMm === null ? '没有尺寸' : millimetresText({ widthMm, heightMm }),
    ...(stock === null ? [] : [stock > 0 ? `库存 ${stock}` : '缺货']),
    ...(libraryPhoneOf('', name) === null ? ['没有标准线框'] : []),
  ].join(' · '),
  tag: isBound ? '已绑定' : null,
})

interface FactoryModelsProps extends FactoryPickerProps {
  readonly factory: Factory
}

function FactoryModels({ factory, factories, onFactory, chosen, onChange }: FactoryModelsProps) {
  const api = useApi()
  const [searchText, setSearchText] = useState('')
  const match = useTextMatch(searchText)
  const models = useQuery({ ...factoryModelsQuery(api, factory.id), meta: { quiet: true } })
  const bindings = useQuery({ ...modelBindingsQuery(api, factory.id), meta: { quiet: true } })
  const rows = useMemo(() => {
    if (!models.data || !bindings.data) return undefined
    const bound = new Set(bindings.data.map(({ erpPhoneModelCode }) => erpPhoneModelCode))
    return models.data.map((model) => rowOf(model, bound.has(model.code)))
  }, [models.data, bindings.data])
  return (
    <ListView result={combineResults([models, bindings], rows)} skeleton={skeleton}>
      {(all) => {
        if (all.length === 0) {
          return (
            <div className="library-missing">
              <p>还没有读取「{factory.name}」的机型。</p>
              <LinkButton href={screens.modelBindings({ factory: factory.id })}>去同步工厂的机型</LinkButton>
            </div>
          )
        }
        const matching =
          searchText === '' ? all : all.filter(({ name, key }) => match(name, searchText) || match(key, searchText))
        return (
          <PickList
            label={`「${factory.name}」的机型`}
            allLabel={searchText === '' ? `全选 ${all.length} 个` : `全选搜到的 ${matching.length} 个`}
            rows={matching}
            chosen={chosen}
            onChange={onChange}
            head={
              <>
                <Select
                  className="library-factory"
                  aria-label="工厂"
                  value={factory.id}
                  onChange={onFactory}
                  options={factories.map(({ id, name }) => ({ value: id, label: name }))}
                />
                <SearchField value={searchText} onChange={setSearchText} label="搜索工厂机型" placeholder="机型或编码" />
              </>
            }
            emptyText={`工厂的列表里没有「${searchText}」`}
          />
        )
      }}
    </ListView>
  )
}
