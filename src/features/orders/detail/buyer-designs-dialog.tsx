import { Button, Input, Spin, Tag } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { codeText, readDesignCode } from '../../../../contract/rules/design-code'
import { textLimits } from '../../../../contract/rules/limits'
import type { BuyerDesignRow } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { buyerDesignsQuery, orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FailureText, LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { type AnyOrder, itemsOf } from '../order-facts'
import { SendBack } from '../send-back'
import { ItemChoice } from './item-choice'

interface BuyerDesignsDialogProps {
  readonly order: AnyOrder
  readonly visible: boolean
  readonly onClose: () => void
}

type Change =
  | { readonly kind: 'bind'; readonly code: string; readonly orderItemId: number | null }
  | { readonly kind: 'copy'; readonly code: string; readonly orderItemId: number | null }
  | { readonly kind: 'unbind'; readonly id: number }
  | { readonly kind: 'deliver'; readonly id: number }
  | { readonly kind: 'draw'; readonly id: number }
  | { readonly kind: 'reject'; readonly id: number; readonly reason: string }

const doneTexts = {
  bind: '已绑定，定制图在订单里了',
  copy: '已复制一份放进订单',
  reserved: '已绑定，审核通过后定制图会放进订单',
  unbind: '已解除绑定',
  drawing: '已绑定，打印文件生成后就在订单里',
  deliver: '正在重新发送给平台',
  draw: '正在重新生成打印文件',
  reject: '已退回给买家',
} as const

/** Binds designs that buyers made behind a customization link to an order by their codes, takes them out, or sends them back. */
export function BuyerDesignsDialog({ order, visible, onClose }: BuyerDesignsDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [itemId, setItemId] = useState<number | null>(null)
  const designs = useQuery({ ...buyerDesignsQuery(api, order), enabled: visible })
  const copy = async (code: string, to: { readonly orderId: number; readonly orderItemId: number | null }) => {
    const query = { keyword: code, shopId: String(order.shopId) }
    const { items } = await api.buyerDesigns.list({ query }, { quiet: true })
    const design = items.find((one) => one.code === code)
    if (design) return api.buyerDesigns.copy({ params: { id: design.id }, body: to }, { quiet: true })
    // The answer says why there is no design of this code.
    return api.buyerDesigns.bind({ body: { code, ...to } }, { quiet: true })
  }
  const change = useMutation({
    mutationFn: (wanted: Change) => {
      if (wanted.kind === 'bind' || wanted.kind === 'copy') {
        const { code, orderItemId } = wanted
        const to = { orderId: order.id, orderItemId }
        return wanted.kind === 'copy' ? copy(code, to) : api.buyerDesigns.bind({ body: { code, ...to } }, { quiet: true })
      }
      const params = { id: wanted.id }
      if (wanted.kind === 'unbind') return api.buyerDesigns.unbind({ params }, { quiet: true })
      if (wanted.kind === 'draw') return api.buyerDesigns.draw({ params }, { quiet: true, timeoutMs: 60_000 })
      if (wanted.kind === 'deliver') return api.buyerDesigns.deliver({ params }, { quiet: true })
      return api.buyerDesigns.reject({ params, body: { reason: wanted.reason } }, { quiet: true })
    },
    onSuccess: async ({ isUnderReview, drawing }, { kind }) => {
      if (kind === 'bind' || kind === 'copy') {
        setTyped('')
        setItemId(null)
      }
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      toastSuccess(doneTexts[kind !== 'bind' ? kind : isUnderReview ? 'reserved' : drawing ? 'drawing' : kind])
    },
  })
  const items = itemsOf(order)
  const code = readDesignCode(typed)
  const isWrong = code === null && typed.replace(/[^\p{L}\p{N}]/gu, '').length >= 8
  // The server looks for every code that the typed text may be.
  const bind = () => code !== null && change.mutate({ kind: 'bind', code: typed, orderItemId: itemId })
  return (
    <Modal visible={visible} title="定制编号" footer={null} onCancel={onClose}>
      <p className="order-designs-item">
        买家在定制链接里提交设计后得到编号；写在买家留言或卖家备注里的，会自动放进型号相同的商品，拿不准的会问您。
      </p>
      <div className="order-bind">
        <Input
          aria-label="定制编号"
          placeholder="例如 K7QX-2M9C"
          value={typed}
          maxLength={textLimits.typedNumber}
          {...(isWrong && { status: 'error' as const })}
          onChange={setTyped}
          onPressEnter={bind}
        />
        <Button
          type="primary"
          disabled={code === null}
          loading={change.isPending && change.variables.kind === 'bind'}
          onClick={bind}
        >
          绑定
        </Button>
        <Button
          disabled={code === null}
          loading={change.isPending && change.variables.kind === 'copy'}
          title="设计已经在别的商品或订单里时，复制一份放进来"
          onClick={() => code !== null && change.mutate({ kind: 'copy', code, orderItemId: itemId })}
        >
          再来一单
        </Button>
      </div>
      {items.length > 1 && (
        <div className="order-bind">
          <ItemChoice items={items} value={itemId} onChange={setItemId} />
          <span className="order-list-sku">不选时放进型号相同的商品</span>
        </div>
      )}
      {isWrong && (
        <p role="alert" className="order-rendering-failure">
          编号不对，请检查有没有输错
        </p>
      )}
      {change.isError && (
        <p role="alert" className="order-rendering-failure">
          <FailureText error={change.error} />
        </p>
      )}
      {designs.data === undefined ? (
        designs.isError ? (
          <LoadError error={designs.error} onRetry={() => void designs.refetch()} />
        ) : (
          <Spin className="order-wait" tip="正在加载" />
        )
      ) : (
        <ul className="order-versions">
          {designs.data.items.map((design) => (
            <Bound key={design.id} design={design} isBusy={change.isPending} onChange={change.mutate} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

const deliveryTexts = {
  waiting: '正在发送给平台',
  sent: '已发送给平台',
  confirmed: '平台已收到',
} as const

interface BoundProps {
  readonly design: BuyerDesignRow
  readonly isBusy: boolean
  readonly onChange: (change: Change) => void
}

function Bound({ design, isBusy, onChange }: BoundProps) {
  const { id, code, effectImageUrl, delivery, drawing } = design
  return (
    <li>
      <span className={`order-list-picture${effectImageUrl === null ? ' is-missing' : ' picture-box'}`}>
        {effectImageUrl !== null && <img src={thumbnailUrl(effectImageUrl, 100)} alt="" loading="lazy" decoding="async" />}
      </span>
      <span className="order-list-words">
        <span className="order-list-phone numeric">
          {codeText(code)} {design.isUnderReview && <Tag size="small">待审核</Tag>}
          {design.hasUnsubmittedChanges && (
            <Tag size="small" title="买家提交后又改了设计，还没有重新提交；制作的是已提交的设计">
              买家有修改未提交
            </Tag>
          )}
        </span>
        <span className="order-list-sku">
          {phoneNameOf(design)} · {materialNameOf(design)}
        </span>
        {drawing !== null &&
          (drawing.status === 'failed' ? (
            <span className="order-rendering-failure">打印文件没有生成：{drawing.error}</span>
          ) : (
            <span className="order-list-sku">正在生成打印文件</span>
          ))}
        {delivery !== null &&
          (delivery.status === 'failed' ? (
            <span className="order-rendering-failure">没有发送给平台：{delivery.error}</span>
          ) : (
            <span className="order-list-sku">{deliveryTexts[delivery.status]}</span>
          ))}
      </span>
      {drawing?.status === 'failed' && (
        <Button size="small" disabled={isBusy} onClick={() => onChange({ kind: 'draw', id })}>
          重新生成
        </Button>
      )}
      {delivery?.status === 'failed' && (
        <Button size="small" disabled={isBusy} onClick={() => onChange({ kind: 'deliver', id })}>
          重新发送
        </Button>
      )}
      <Button size="small" disabled={isBusy} onClick={() => onChange({ kind: 'unbind', id })}>
        解除绑定
      </Button>
      <SendBack isBusy={isBusy} onSendBack={(reason) => onChange({ kind: 'reject', id, reason })} />
    </li>
  )
}
