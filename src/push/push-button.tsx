import { Button } from '@arco-design/web-react'
import { IconSend } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog'
import { toastHint } from '../ui/toast'
import { type Pushable, type PushRow, pushableOf } from './push-orders'

const PushDialog = lazyDialog('推送到工厂', () => import('./push-dialog'))

interface PushButtonProps {
  /** Ticked rows of all pages, in the order they were ticked. */
  readonly picked: readonly PushRow[]
  /** Called when displayed orders may be outdated. */
  readonly onPushed: () => void
}

/** 推送到工厂 for the ticked rows of the order list. */
export function PushButton({ picked, onPushed }: PushButtonProps) {
  const [open, setOpen] = useState<Pushable | null>(null)
  const openDialog = () => {
    if (picked.length === 0) return toastHint('请至少勾选一个商品')
    const pushable = pushableOf(picked)
    if (pushable.orders.length === 0) return toastHint('请至少勾选一个有定制图的商品')
    setOpen(pushable)
  }
  return (
    <>
      <Button icon={<IconSend />} aria-keyshortcuts="p" onClick={openDialog}>
        推送到工厂
      </Button>
      <PushDialog
        visible={open !== null}
        orders={open?.orders ?? null}
        note={open !== null && open.itemsWithoutDesign > 0 ? `勾选的 ${open.itemsWithoutDesign} 件没有定制的商品不推送。` : null}
        onClose={() => setOpen(null)}
        onPushed={onPushed}
      />
    </>
  )
}
