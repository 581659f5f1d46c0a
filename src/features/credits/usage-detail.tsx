import { Spin } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsageDetail } from '../../../contract/types'
import { resolveFileUrl, thumbnailUrl } from '../../api/file-url'
import { usageDetailQuery } from '../../api/queries/credits'
import { useApi } from '../../api/services'
import { beijingTime } from '../../base/beijing-time'
import { countText } from '../../base/money'
import { ListView } from '../../ui/list-view'
import { Modal } from '../../ui/modal'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import './usage-detail.css'

interface ThumbProps {
  readonly url: string | null
  /** Position of the picture, from 1. */
  readonly ordinal: number
  readonly onOpen: () => void
}

function Thumb({ url, ordinal, onOpen }: ThumbProps) {
  const [broken, setBroken] = useState(false)
  if (url === null || broken) {
    return <span className="credits-thumb is-missing">{url === null ? '图片已不在' : '图片打不开'}</span>
  }
  return (
    <button type="button" className="credits-thumb picture-box" aria-label={`查看第 ${ordinal} 张定制图`} onClick={onOpen}>
      <img src={thumbnailUrl(url, 200)} alt="" loading="lazy" onError={() => setBroken(true)} />
    </button>
  )
}

interface LargePictureProps {
  readonly url: string
  readonly name: string
}

function LargePicture({ url, name }: LargePictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  return (
    <div className="credits-large">
      {state === 'loading' && <Spin className="credits-large-wait" delay={200} />}
      {state === 'broken' ? (
        <p role="alert">图片没有加载成功，请检查网络，或确认它没有被删除。</p>
      ) : (
        <img
          src={resolveFileUrl(url)}
          alt={name}
          className="checkerboard"
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </div>
  )
}

function Detail({ detail }: { readonly detail: UsageDetail }) {
  const [ordinal, setOrdinal] = useState<number | null>(null)
  const shown = useValueWhileClosing(ordinal !== null, ordinal)
  const url = shown === null ? null : detail.lines[shown - 1]?.customizedImageUrl
  const name = `第 ${shown} 张定制图`
  return (
    <>
      <dl className="credits-facts">
        <dt>定制编号</dt>
        <dd className="numeric">{detail.orderId}</dd>
        <dt>平台订单号</dt>
        <dd className="numeric">{detail.orderOriginalId}</dd>
        <dt>扣点时间</dt>
        <dd className="numeric">{beijingTime(detail.createdAt)}</dd>
        <dt>总扣除点数</dt>
        <dd className="numeric">{countText(detail.usedCredits)} 点</dd>
        {detail.correctedCredits > 0 && (
          <>
            <dt>已退回点数</dt>
            <dd className="numeric">{countText(detail.correctedCredits)} 点（图片不存在，自动退回）</dd>
          </>
        )}
      </dl>
      <h2 className="credits-lines-title">定制图（{detail.lines.length} 张）</h2>
      <ul className="credits-lines">
        {detail.lines.map(({ customizationId, customizedImageUrl, usedCredits, corrected }, at) => (
          <li key={customizationId}>
            <Thumb url={customizedImageUrl} ordinal={at + 1} onOpen={() => setOrdinal(at + 1)} />
            <span className="numeric">{corrected ? '已退回' : `${countText(usedCredits)} 点`}</span>
          </li>
        ))}
      </ul>
      <Modal
        visible={ordinal !== null}
        title={name}
        footer={null}
        maskClosable
        className="credits-large-dialog"
        onCancel={() => setOrdinal(null)}
      >
        {url && <LargePicture key={url} url={url} name={name} />}
      </Modal>
    </>
  )
}

interface UsageDetailDialogProps {
  /** null while the dialog is closed. */
  readonly id: number | null
  readonly onClose: () => void
}

/** 扣点详情: shows the order and every picture that was paid for. */
export function UsageDetailDialog({ id, onClose }: UsageDetailDialogProps) {
  const api = useApi()
  const shownId = useValueWhileClosing(id !== null, id)
  const detail = useQuery({ ...usageDetailQuery(api, shownId ?? 0), enabled: shownId !== null })
  return (
    <Modal visible={id !== null} title="扣点详情" footer={null} maskClosable className="credits-detail" onCancel={onClose}>
      <ListView
        result={detail}
        skeleton={<div className="credits-detail-skeleton" role="status" aria-label="正在加载扣点详情" />}
      >
        {(data) => <Detail detail={data} />}
      </ListView>
    </Modal>
  )
}
