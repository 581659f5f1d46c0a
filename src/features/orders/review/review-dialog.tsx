import { Button, Pagination } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { codeText } from '../../../../contract/rules/design-code'
import type { BuyerDesignRow } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { orderKeys, reviewPageSize, reviewQueueQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { countText } from '../../../base/money'
import { FailureText } from '../../../ui/failure-view'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { toastSuccess } from '../../../ui/toast'
import { SendBack } from '../send-back'
import './review.css'

type Decision = { readonly design: BuyerDesignRow; readonly reason: string | null }

/** 待审核: buyers' designs that no order has until the seller allows them. */
export default function ReviewDialog({ visible, onClose }: DialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [pageNo, setPageNo] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const decidedAt = useRef(0)
  const queue = useQuery({ ...reviewQueueQuery(api, pageNo), enabled: visible })
  const decide = useMutation({
    mutationFn: ({ design: { id, submittedRevision }, reason }: Decision) => {
      const params = { id }
      if (reason !== null) return api.buyerDesigns.reject({ params, body: { reason } }, { quiet: true })
      return api.buyerDesigns.allow({ params, body: { submittedRevision: submittedRevision ?? 0 } }, { quiet: true })
    },
    onSuccess: (_, { reason }) => toastSuccess(reason === null ? '已通过' : '已退回给买家'),
    // After a refusal the queue shows what the buyer submitted meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  })
  const isDecided = decide.isSuccess || decide.isError
  useEffect(() => {
    if (!isDecided) return
    // The row that had the focus is gone, so the one in its place gets it; after a refusal that is the row itself.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.review-allow') ?? [])]
    buttons[Math.min(decidedAt.current, buttons.length - 1)]?.focus()
  }, [isDecided])
  const total = queue.data?.totalItems ?? 0
  const lastPage = Math.max(1, Math.ceil(total / reviewPageSize))
  useEffect(() => {
    if (queue.data !== undefined && !queue.isPlaceholderData && pageNo > lastPage) setPageNo(lastPage)
  }, [queue.data, queue.isPlaceholderData, pageNo, lastPage])
  return (
    <Modal visible={visible} title="待审核" footer={null} onCancel={onClose} className="review-dialog">
      <p className="review-hint">
        买家提交的设计要先由您看过：通过后才会放进订单，才能扣点、下载和推送；退回的由买家修改后重新提交。
      </p>
      {decide.isError && (
        <p role="alert" className="review-failure">
          <FailureText error={decide.error} />
        </p>
      )}
      <ListView result={queue} skeleton={<TableSkeleton label="正在加载待审核的设计" rows={4} />}>
        {({ items }) =>
          items.length === 0 && total === 0 ? (
            <p className="review-empty">都审核完了。</p>
          ) : (
            <ul ref={list} className="review-list" aria-label="待审核的设计">
              {items.map((design, at) => (
                <Waiting
                  key={`${design.id}-${design.submittedRevision}`}
                  design={design}
                  isBusy={decide.isPending}
                  onDecide={(reason) => {
                    decidedAt.current = at
                    decide.mutate({ design, reason })
                  }}
                />
              ))}
            </ul>
          )
        }
      </ListView>
      {total > reviewPageSize && (
        <footer className="review-foot">
          <span className="numeric">共 {countText(total)} 个设计</span>
          <Pagination size="small" current={pageNo} pageSize={reviewPageSize} total={total} onChange={setPageNo} />
        </footer>
      )}
    </Modal>
  )
}

interface WaitingProps {
  readonly design: BuyerDesignRow
  readonly isBusy: boolean
  /** Null: allowed. */
  readonly onDecide: (reason: string | null) => void
}

function Waiting({ design, isBusy, onDecide }: WaitingProps) {
  const [isLarge, setLarge] = useState(false)
  const code = codeText(design.code)
  return (
    <li className={isLarge ? 'is-large' : ''}>
      <button
        type="button"
        className={`review-picture${design.effectImageUrl === null ? ' is-missing' : ' picture-box'}`}
        aria-label={`${code} 的效果图`}
        aria-pressed={isLarge}
        title={isLarge ? '缩小' : '放大'}
        onClick={() => setLarge(!isLarge)}
      >
        {design.effectImageUrl !== null && (
          <img src={thumbnailUrl(design.effectImageUrl, isLarge ? 400 : 200)} alt="" loading="lazy" decoding="async" />
        )}
      </button>
      <div className="review-words">
        <span className="numeric">{code}</span>
        <span>
          {phoneNameOf(design)} · {materialNameOf(design)}
        </span>
        <span className="review-quiet">
          {design.shopName}
          {design.submittedAt !== null && ` · ${beijingMinute(design.submittedAt)} 提交`}
        </span>
        {design.drawing !== null && (
          <span className="review-quiet">
            {design.drawing.status === 'failed' ? `效果图没有生成：${design.drawing.error}` : '效果图正在生成，请稍后再看'}
          </span>
        )}
        {design.orderOriginalId !== null && <span className="review-quiet">通过后放进订单 {design.orderOriginalId}</span>}
        {design.reviewReasons.map((reason) => (
          <span key={reason} className="review-reason">
            {reason}
          </span>
        ))}
      </div>
      <div className="review-acts">
        <Button
          size="small"
          type="primary"
          className="review-allow"
          disabled={isBusy}
          aria-label={`通过 ${code}`}
          onClick={() => onDecide(null)}
        >
          通过
        </Button>
        <SendBack isBusy={isBusy} onSendBack={onDecide} />
      </div>
    </li>
  )
}
