import { Button, Checkbox, Radio } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import type { Approval } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { PictureStage } from '../../../plates/picture-stage'
import '../detail/detail.css'
import { ApprovalFacts, designsOf } from './approval-facts'
import { RejectPanel } from './reject-panel'
import type { Queue } from './use-queue'

interface ApprovalCardProps {
  readonly approval: Approval
  /** 晨曦手机壳（淘宝）; empty while it is not known. */
  readonly shop: string
  readonly queue: Queue
  readonly mayDecide: boolean
}

/** An answer sooner than this after the order came up is the second press of a double one, ms. */
const tooSoonMs = 250

/** One order that waits: its pictures large, its facts, and the answers by keys and buttons. */
export function ApprovalCard({ approval, shop, queue, mayDecide }: ApprovalCardProps) {
  const designs = designsOf(approval)
  const [at, setAt] = useState(0)
  const [shownIds, setShownIds] = useState<ReadonlySet<number>>(new Set())
  const [isRejecting, setRejecting] = useState(false)
  const [isFramed, setFramed] = useState(true)
  const [side, setSide] = useState<'print' | 'effect'>('print')
  const [began] = useState(() => performance.now())
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.focus()
  }, [])
  const shown = designs[at]
  const unseen = designs.findIndex(({ customization }) => !shownIds.has(customization.id))
  const { against } = approval
  const url = side === 'effect' ? shown?.customization.previewImageUrl : shown?.customization.customizedImageUrl
  const frame = side === 'print' && isFramed ? (shown?.picture?.frame ?? null) : null
  const isReady = unseen < 0 && against.length === 0

  /** Approves once every picture was on the screen; until then it shows the next one. */
  const approve = (): void => {
    if (queue.isBusy || performance.now() - began < tooSoonMs || !mayDecide || against.length > 0) return
    if (unseen < 0) queue.answer('approved')
    else if (unseen !== at) look(unseen)
  }
  const look = (index: number): void => {
    setAt(index)
    setSide('print')
  }
  const askReason = (): void => {
    if (!queue.isBusy && mayDecide && performance.now() - began >= tooSoonMs) setRejecting(true)
  }
  const next = () => queue.move(1)
  const previous = () => queue.move(-1)
  const keys = new Map([
    ['Enter', approve],
    ['y', approve],
    ['r', askReason],
    ['n', next],
    ['ArrowRight', next],
    ['p', previous],
    ['ArrowLeft', previous],
    ['z', queue.undo],
    [' ', () => look((at + 1) % Math.max(1, designs.length))],
  ])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isRejecting) return
    const on = event.target instanceof Element ? event.target : null
    if (on?.closest('input, textarea, [role=dialog]')) return
    // A focused button or link is pressed by Enter and the space bar.
    if ((event.key === 'Enter' || event.key === ' ') && on?.closest('button, a, label')) return
    const act = keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])

  const waits = shown && !shownIds.has(shown.customization.id) ? '图片加载中' : `看下一张（${designs.length - shownIds.size}）`
  return (
    <article ref={card} className="approval" tabIndex={-1} aria-label={`订单 ${approval.order.originalId}`}>
      <div className="approval-pictures">
        {url === null || url === undefined ? (
          <p className="order-undone">没有定制图，不能通过</p>
        ) : (
          <PictureStage
            key={url}
            url={url}
            alt={shown ? `${phoneNameOf(shown.customization)}的定制图` : ''}
            frame={frame}
            hasPageKeys
            onShown={() => shown && setShownIds((ids) => new Set([...ids, shown.customization.id]))}
          >
            {shown?.customization.previewImageUrl && (
              <Radio.Group
                type="button"
                size="mini"
                aria-label="看哪张图"
                value={side}
                onChange={setSide}
                options={[
                  { value: 'print', label: '定制图' },
                  { value: 'effect', label: '效果图' },
                ]}
              />
            )}
            {side === 'print' && shown?.picture?.frame && (
              <Checkbox checked={isFramed} onChange={setFramed}>
                叠在线框图上
              </Checkbox>
            )}
            {shown && downloadStateOf(shown.customization) === 'waiting' && (
              <span className="picture-stage-note">缩小的预览图，下载（扣点）后显示原图</span>
            )}
          </PictureStage>
        )}
        {designs.length > 1 && (
          <ul className="approval-thumbs" aria-label={`${designs.length} 个定制`}>
            {designs.map(({ customization }, index) => (
              <li key={customization.id}>
                <button
                  type="button"
                  aria-pressed={index === at}
                  aria-label={`第 ${index + 1} 个定制${shownIds.has(customization.id) ? '，看过' : ''}`}
                  onClick={() => look(index)}
                >
                  {customization.customizedImageUrl === null ? (
                    '无图'
                  ) : (
                    <img src={thumbnailUrl(customization.customizedImageUrl, 100)} alt="" />
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="approval-side">
        <ApprovalFacts approval={approval} shop={shop} shown={shown} />
        {isRejecting ? (
          <RejectPanel
            isBusy={queue.isBusy}
            onReject={(reason) => queue.answer('rejected', reason)}
            onClose={() => {
              setRejecting(false)
              card.current?.focus()
            }}
          />
        ) : (
          <div className="approval-acts">
            <Button disabled={!mayDecide} onClick={askReason}>
              退回 <kbd>R</kbd>
            </Button>
            <Button
              type="primary"
              disabled={!mayDecide || against.length > 0 || (!isReady && unseen === at)}
              loading={queue.isBusy}
              onClick={approve}
            >
              {isReady || against.length > 0 ? '通过' : waits} <kbd>Enter</kbd>
            </Button>
          </div>
        )}
        {!mayDecide && <p className="approval-quiet">审批需要「订单」权限，请联系主账号。</p>}
        <p className="approval-keys">
          <Button size="mini" type="text" onClick={() => queue.move(-1)}>
            上一单 <kbd>P</kbd>
          </Button>
          <Button size="mini" type="text" onClick={() => queue.move(1)}>
            下一单 <kbd>N</kbd>
          </Button>
          <span>
            第 {queue.index + 1} 单，缩放 <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd>
            {designs.length > 1 && (
              <>
                ，换图 <kbd>空格</kbd>
              </>
            )}
          </span>
        </p>
      </div>
    </article>
  )
}
