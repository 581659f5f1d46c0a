import { Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { reviewQueueQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { countText } from '../../../base/money'
import { lazyDialog } from '../../../ui/lazy-dialog'

const ReviewDialog = lazyDialog('待审核', () => import('./review-dialog'))

interface ReviewButtonProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** 待审核: shown while buyers' designs wait for the seller, with their number. */
export function ReviewButton({ isOpen, onOpen, onClose }: ReviewButtonProps) {
  const waiting = useQuery(reviewQueueQuery(useApi(), 1)).data?.totalItems ?? 0
  return (
    <>
      {(waiting > 0 || isOpen) && <Button onClick={onOpen}>待审核 {countText(waiting)}</Button>}
      <ReviewDialog visible={isOpen} onClose={onClose} />
    </>
  )
}
