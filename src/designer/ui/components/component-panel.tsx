import '../library/library.css'
import './components.css'
import { Button } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComponentRow } from '../../../../contract/types'
import { componentsQuery } from '../../../api/queries/components'
import { useApi } from '../../../api/services'
import { Menu, type MenuItem } from '../../../ui/menu'
import { SearchField } from '../../../ui/search-field'
import { useTextMatch } from '../../../ui/use-text-match'
import { useDesigner } from '../context'
import { MaterialFailure, MaterialLoading } from '../library/library-panel'
import { Tile } from '../library/tile'
import { useCanvasDrag } from '../library/use-canvas-drag'
import { usageText } from './component-content'
import { useComponentActs } from './use-components'
import { VersionsDialog } from './versions-dialog'

/** The shop's components: searched, inserted, changed, renamed and deleted. */
export function ComponentPanel() {
  const api = useApi()
  const { uiState } = useDesigner()
  const query = useQuery({ ...componentsQuery(api), meta: { quiet: true } })
  const [search, setSearch] = useState('')
  const [versionsOf, setVersionsOf] = useState<ComponentRow | null>(null)
  const [menu, setMenu] = useState<{ readonly component: ComponentRow; readonly anchor: HTMLElement } | null>(null)
  const match = useTextMatch(search)
  const { insert, remove } = useComponentActs()
  const drag = useCanvasDrag((component: Pictured, at) => void insert(component, at))
  if (!query.data) {
    return query.isError ? (
      <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <MaterialLoading />
    )
  }
  if (query.data.length === 0)
    return (
      <p className="designer-hint">
        店标、文字搭配、边框这些在很多模板里都有的内容，可以做成组件：选中图层后点「设为组件」。以后改一次，用到它的模板一起换。
      </p>
    )
  const found = query.data.filter(({ name }) => match(name, search))
  const itemsOf = (component: ComponentRow): MenuItem[] => [
    { key: 'edit', label: '编辑组件', run: () => uiState.component.set(component.id) },
    { key: 'rename', label: '重命名', run: () => uiState.naming.set({ kind: 'rename', component }) },
    { key: 'versions', label: '历史版本', run: () => setVersionsOf(component) },
    { key: 'remove', label: '删除', danger: true, hasSeparator: true, run: () => void remove(component) },
  ]
  return (
    <section className="designer-library" aria-label="组件">
      <SearchField label="搜索组件" value={search} onChange={setSearch} clearsOnEscape />
      {found.length === 0 && <p className="designer-hint">没有名称包含「{search}」的组件</p>}
      <ul className="designer-tiles designer-components" aria-label="全部组件">
        {found.map((component) => (
          <Tile
            key={component.id}
            asset={{ ...component, url: component.thumbnail?.url ?? '' }}
            label={`插入组件「${component.name}」`}
            caption="插入"
            drag={drag}
            onAdd={() => void insert(component)}
          >
            <div className="designer-component-foot">
              <span className="designer-component-name" title={component.name}>
                {component.name}
              </span>
              <Button
                size="mini"
                type="text"
                icon={<IconMore />}
                aria-label={`组件「${component.name}」的更多操作`}
                aria-haspopup="menu"
                onClick={(event) => setMenu({ component, anchor: event.currentTarget as HTMLElement })}
              />
            </div>
            <span className="designer-component-use">{usageText(component)}</span>
          </Tile>
        ))}
      </ul>
      {menu && (
        <Menu
          anchor={menu.anchor}
          label={`组件「${menu.component.name}」`}
          items={itemsOf(menu.component)}
          onClose={() => setMenu(null)}
        />
      )}
      <VersionsDialog component={versionsOf} onClose={() => setVersionsOf(null)} />
      {drag.ghost}
    </section>
  )
}

type Pictured = ComponentRow & { readonly url: string }
