import { Button } from '@arco-design/web-react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { orderKeys, orderQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import type { Task } from '../../../base/tasks/types'
import { useDownloadControls } from '../../../downloads/use-download-controls'
import { TaskProgress, TaskResults } from '../../../ui/tasks'
import { picksOf } from '../use-picks'
import { listInput, madeOrders } from './name-kind'

interface MadeListProps {
  readonly task: Task
  readonly onNext: () => void
}

/** Shows a list while it is made and afterwards: its progress, its orders, and the download of the prints. */
export function MadeList({ task, onNext }: MadeListProps) {
  const api = useApi()
  const queries = useQueryClient()
  const isEnded = task.state === 'ended'
  const made = madeOrders(task)
  const { isPrintsOnly, name } = listInput(task)
  const results = useQueries({
    queries: (isEnded ? made : []).map(({ orderId }) => ({ ...orderQuery(api, orderId), meta: { quiet: true } })),
    combine: (all) => ({
      orders: all.flatMap(({ data }) => data ?? []),
      isPending: all.some(({ isPending }) => isPending),
    }),
  })
  const { orders } = results
  const picked = useMemo(() => [...picksOf(orders).values()], [orders])
  const downloads = useDownloadControls(picked, () => void queries.invalidateQueries({ queryKey: orderKeys.all }))
  const isMade = task.items.some(({ state }) => state === 'done')
  return (
    <div className="names-step">
      {isEnded ? <TaskResults task={task} /> : <TaskProgress task={task} />}
      {made.length > 0 && (
        <p className="names-made">
          「{name}」的订单：
          {made.map(({ orderId, originalId }) => (
            <Link key={orderId} href={screens.orders({ order: orderId })}>
              {originalId}
            </Link>
          ))}
        </p>
      )}
      {isEnded && isMade && (
        <>
          {isPrintsOnly && (
            <p className="orders-hint">打印文件做好了。下载时照常扣点，文件名按下载设置的规则，压缩包里有一张清单。</p>
          )}
          <div className="names-downloads">{orders.length > 0 && downloads.buttons}</div>
          {downloads.cards}
        </>
      )}
      {isEnded && (
        <div>
          <Button onClick={onNext}>做下一份名单</Button>
        </div>
      )}
    </div>
  )
}
