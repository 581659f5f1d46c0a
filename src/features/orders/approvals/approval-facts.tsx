import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { itemStateRules } from '../../../../contract/rules/item-state'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import { findingRules } from '../../../../contract/rules/preflight'
import { shipWarning } from '../../../../contract/rules/ship-until'
import type { Approval, Customization, OrderItem } from '../../../../contract/types'
import { creditsQuery } from '../../../api/queries/credits'
import { useApi } from '../../../api/services'
import { agoText } from '../../../base/ago'
import { beijingMinute } from '../../../base/beijing-time'
import { countText } from '../../../base/money'
import { screens } from '../../../base/paths'
import { serverNow } from '../../../base/server-clock'
import { hasNotes, OrderNotes } from '../order-notes'
import { OrderNumber } from '../order-number'
import { OtherPhone } from '../other-phone'
import { StatusTag } from '../status-tag'

/** A design of an order that waits, with the item that it is made for. */
export interface ShownDesign {
  readonly item: OrderItem
  readonly customization: Customization
  readonly picture: Approval['pictures'][number] | undefined
}

export const designsOf = ({ order, pictures }: Approval): readonly ShownDesign[] =>
  order.orderItems.flatMap((item) =>
    item.customizations.map((customization) => ({
      item,
      customization,
      picture: pictures.find(({ customizationId }) => customizationId === customization.id),
    })),
  )

function ThenText({ push, against, refusals }: Approval) {
  if (against.length > 0) return <Alert type="error" content={`不能通过：${against.join('；')}。请退回，或在订单里处理。`} />
  if (push !== null)
    return <Alert type="info" content={`通过后，规则「${push.ruleName}」把它推送到工厂「${push.factoryName}」。`} />
  const why = refusals.length > 0 ? refusals.join('；') : '没有启用的推送规则符合它'
  return <Alert type="warning" content={`通过后也不会自动推送：${why}。`} />
}

/** The facts of an order that waits, and of the design that is looked at. */
export function ApprovalFacts({ approval, shop, shown }: { approval: Approval; shop: string; shown: ShownDesign | undefined }) {
  const { order, waitingSince, askedBy } = approval
  const late = order.shipUntil === null ? null : shipWarning(order.shipUntil, serverNow())
  return (
    <div className="approval-facts">
      <p className="approval-line">
        <OrderNumber number={order.originalId} />
        <span>{shop}</span>
        {order.shipUntil !== null && (
          <StatusTag tone={late === null ? 'plain' : late.choice === 'late' ? 'bad' : 'warn'}>
            {late?.text ?? `${beijingMinute(order.shipUntil).slice(5)} 前发货`}
          </StatusTag>
        )}
        <Link href={screens.orders({ order: order.id })}>打开订单</Link>
      </p>
      {hasNotes(order) && <OrderNotes order={order} />}
      {shown && <DesignFacts {...shown} />}
      <ThenText {...approval} />
      <p className="approval-quiet">
        {askedBy ?? '自动规则'}要求审批，{agoText(waitingSince, serverNow())}开始等
      </p>
    </div>
  )
}

function DesignFacts({ item, customization, picture }: ShownDesign) {
  const credits = useQuery({ ...creditsQuery(useApi()), meta: { quiet: true } }).data
  const pieces = picture?.pieces ?? null
  return (
    <>
      <dl className="approval-design">
        <dt>型号</dt>
        <dd>
          {phoneNameOf(customization)} <OtherPhone item={item} customization={customization} />
        </dd>
        <dt>材质</dt>
        <dd>{materialNameOf(customization)}</dd>
        <dt>件数</dt>
        <dd className={pieces === 1 ? undefined : 'is-many'}>{pieces === null ? '待定' : `${pieces} 件`}</dd>
        <dt>商品</dt>
        <dd>
          {item.title || '没有标题的商品'} · {item.propertiesName || '无规格'} ×{item.quantity}
        </dd>
        <dt>平台状态</dt>
        <dd>{item.hold ?? item.change?.text ?? itemStateRules[item.state].name}</dd>
        <dt>点数</dt>
        <dd>
          {downloadStateOf(customization) === 'downloaded'
            ? '已扣，再下载不扣'
            : `还没有下载，推送不扣点${credits ? `，下载扣 ${countText(credits.creditsPerImage)} 点` : ''}`}
        </dd>
      </dl>
      {(picture?.findings ?? []).map(({ code, text }) => (
        <p key={code + text} className="approval-finding">
          <StatusTag tone={findingRules[code].push === 'noted' ? 'warn' : 'bad'}>{findingRules[code].title}</StatusTag>
          {text.replace(/^的/, '')}
        </p>
      ))}
    </>
  )
}
