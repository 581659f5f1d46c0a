import { Button } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { Link } from 'wouter'
import type { OrderLayout } from '../../../../contract/rules/order-layout'
import type { OrderView } from '../../../../contract/types'
import { useChangeOrderViews } from '../../../api/queries/order-views'
import type { ParamOf, screens } from '../../../base/paths'
import { showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { Menu } from '../../../ui/menu'
import { toastSuccess } from '../../../ui/toast'
import { offerUndo } from '../../../ui/undo'
import type { ListQuery } from '../../../ui/use-list-query'
import { queryOf, shownNow, viewParams } from './view-params'

interface ViewTabsProps {
  readonly views: readonly OrderView[]
  /** The open view; null without one. */
  readonly open: OrderView | null
  readonly layout: OrderLayout
  readonly list: ListQuery<ParamOf<typeof screens.orders>>
  readonly onRename: (view: OrderView) => void
}

const isSame = (a: OrderLayout, b: OrderLayout): boolean =>
  a.density === b.density &&
  a.order.join() === b.order.join() &&
  JSON.stringify(Object.entries(a.choices).sort()) === JSON.stringify(Object.entries(b.choices).sort())

/** Compares as the address writes it, whoever stored it. */
const storedQuery = ({ query }: OrderView): string => {
  const stored = new URLSearchParams(query)
  return queryOf((name) => stored.get(name) ?? '')
}

/** In a narrow window the tabs are scrolled. */
const show = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The saved views beside the tabs of the order list; the open one is changed, renamed and deleted here. */
export function ViewTabs({ views, open, layout, list, onRename }: ViewTabsProps) {
  const change = useChangeOrderViews()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const now = shownNow(list.get, layout)
  const isChanged = open !== null && (storedQuery(open) !== now.query || !isSame(open.layout, layout))
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      await showMessage('没有保存成功', <FailureText error={error} />)
    }
  }
  const keepChanges = (view: OrderView) =>
    attempt(async () => {
      await change((all) => all.map((one) => (one.id === view.id ? { ...one, ...now } : one)))
      toastSuccess(`已保存视图「${view.name}」`)
    })
  const remove = (view: OrderView) =>
    attempt(async () => {
      const index = views.findIndex(({ id }) => id === view.id)
      await change((all) => all.filter(({ id }) => id !== view.id))
      list.set({ view: null })
      offerUndo(`已删除视图「${view.name}」`, () =>
        change((all) => (all.some(({ id }) => id === view.id) ? all : [...all.slice(0, index), view, ...all.slice(index)])),
      )
    })
  return (
    <>
      {views.length > 0 && <span className="order-tabs-line" aria-hidden="true" />}
      {views.map((view) => {
        const isOpen = view.id === open?.id
        return (
          <span key={view.id} className="order-view" ref={isOpen ? show : null}>
            <Link
              href={list.href(viewParams(view))}
              className="order-tab"
              aria-current={isOpen ? 'page' : undefined}
              title={isOpen && isChanged ? `${view.name}（有改动，还没有保存）` : view.name}
            >
              {view.name}
              {isOpen && isChanged && <em>已改动</em>}
            </Link>
            {isOpen && (
              <Button
                size="mini"
                type="text"
                icon={<IconMore />}
                aria-label={`视图「${view.name}」的操作`}
                aria-haspopup="menu"
                aria-expanded={anchor !== null}
                onClick={(event) => setAnchor(anchor === null ? (event.currentTarget as HTMLElement) : null)}
              />
            )}
          </span>
        )
      })}
      {anchor !== null && open !== null && (
        <Menu
          anchor={anchor}
          label={`视图「${open.name}」`}
          items={[
            { key: 'keep', label: '保存改动', refusal: isChanged ? null : '没有改动', run: () => void keepChanges(open) },
            { key: 'rename', label: '重命名…', run: () => onRename(open) },
            { key: 'delete', label: '删除', danger: true, hasSeparator: true, run: () => void remove(open) },
          ]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
