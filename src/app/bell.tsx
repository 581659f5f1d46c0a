import './bell.css'
import { Button } from '@arco-design/web-react'
import { IconNotification } from '@arco-design/web-react/icon'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Notification } from '../../contract/types'
import { notificationKeys, notificationsQuery } from '../api/queries/notifications'
import { useApi } from '../api/services'
import { agoText } from '../base/ago'
import { screens } from '../base/paths'
import { serverNow } from '../base/server-clock'
import { LoadError } from '../ui/failure-view'
import { ShellPanel } from './shell-panel'

const shown = 50

interface EntryProps {
  readonly entry: Notification
  readonly onOpen: () => void
}

function Entry({ entry: { words, target, params, at, isRead, resolvedAt }, onOpen }: EntryProps) {
  const isOver = resolvedAt !== null
  // A newer server may name a screen that this build does not have.
  const address = target in screens ? screens[target](params) : null
  return (
    <li className={isOver ? 'is-over' : isRead ? undefined : 'is-unread'}>
      {address === null ? (
        words
      ) : (
        <Link href={address} onClick={onOpen}>
          {words}
        </Link>
      )}
      <time dateTime={new Date(at).toISOString()}>
        {agoText(at, serverNow())}
        {isOver ? ' · 已恢复' : isRead ? '' : ' · 未读'}
      </time>
    </li>
  )
}

function NotificationList({ close }: { readonly close: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(notificationsQuery(api, shown))
  const read = useMutation({
    mutationFn: (ids: number[]) => api.notifications.markRead({ body: { ids } }),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationKeys.all }),
  })
  const unread = (data?.items ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id)
  return (
    <section className="shell-panel-wide" aria-label="消息">
      <header className="shell-panel-head">
        <h2>消息</h2>
        {unread.length > 0 && (
          <Button size="mini" type="text" loading={read.isPending} onClick={() => read.mutate(unread)}>
            全部标为已读
          </Button>
        )}
      </header>
      {data === undefined && error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="bell-empty">没有消息。授权失效、同步失败等需要处理的事会出现在这里。</p>}
      <ul className="shell-panel-list bell-list">
        {data?.items.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onOpen={() => {
              if (!entry.isRead) read.mutate([entry.id])
              close()
            }}
          />
        ))}
      </ul>
      {data !== undefined && data.totalItems > shown && <p className="bell-empty">只显示最近 {shown} 条，保留 90 天。</p>}
    </section>
  )
}

/** Shows what the server tells the account: a button below the menu with the number of what is new and goes on, and the list beside it. */
export default function Bell() {
  const { data } = useQuery(notificationsQuery(useApi(), 1))
  const unread = data?.unread ?? 0
  return (
    <ShellPanel
      icon={
        <span className="shell-panel-icon">
          <IconNotification />
          {unread > 0 && (
            <span className="shell-panel-count" aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      }
      label={unread > 0 ? `消息：${unread} 条未读` : '消息'}
      panel={(close) => <NotificationList close={close} />}
    />
  )
}
