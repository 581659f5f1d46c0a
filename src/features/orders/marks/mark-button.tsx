import { Button } from '@arco-design/web-react'
import { IconTag } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { maxMarkedOrders } from '../../../../contract/constants'
import { usePermissions } from '../../../api/use-permissions'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { toastHint } from '../../../ui/toast'

const MarkDialog = lazyDialog('标签与搁置', () => import('./mark-dialog'))

interface MarkButtonProps {
  /** The orders that are marked; an id may be there several times. */
  readonly orderIds: readonly number[]
  readonly size?: 'small'
}

/** Opens the tags and the hold of orders. */
export function MarkButton({ orderIds, size }: MarkButtonProps) {
  const { may } = usePermissions()
  const [isOpen, setOpen] = useState(false)
  const ids = [...new Set(orderIds)]
  if (!may(['orders', 'factory'])) return null
  const open = () => {
    if (ids.length > maxMarkedOrders) toastHint(`一次最多 ${maxMarkedOrders} 个订单，现在勾选了 ${ids.length} 个`)
    else setOpen(true)
  }
  return (
    <>
      <Button icon={<IconTag />} {...(size && { size })} onClick={open}>
        标签与搁置
      </Button>
      <MarkDialog visible={isOpen} orderIds={ids} onClose={() => setOpen(false)} />
    </>
  )
}
