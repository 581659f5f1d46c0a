import { Alert, Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { manualOrderLimits } from '../../../../contract/rules/limits'
import { creditsQuery } from '../../../api/queries/credits'
import { useApi } from '../../../api/services'
import { countText } from '../../../base/money'
import type { PlannedOrder } from './name-orders'
import type { JudgedRow } from './use-judged-rows'
import type { NameListWork } from './use-name-list'

interface MakeStepProps {
  readonly work: NameListWork
  readonly judged: readonly JudgedRow[]
  readonly orders: readonly PlannedOrder[]
}

/** 生成: what the list becomes, and what it costs later. */
export function MakeStep({ work, judged, orders }: MakeStepProps) {
  const { draft } = work
  const price = useQuery({ ...creditsQuery(useApi()), meta: { quiet: true } }).data?.creditsPerImage
  const made = judged.filter(({ state }) => state !== 'out')
  const unseen = made.filter(({ row }) => !row.isChecked).length
  const recipients = new Set(made.map(({ row }) => row.recipient))
  const count = orders.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <div className="names-step">
      <Radio.Group
        direction="vertical"
        aria-label="做成什么"
        value={draft.mode}
        onChange={(mode: typeof draft.mode) => work.change({ mode })}
      >
        <Radio value="one">一个订单：每行一件商品</Radio>
        <Radio value="recipients" disabled={recipients.size < 2}>
          每个收件人一个订单{recipients.size < 2 ? '（名单里没有不同的收件人）' : `（${recipients.size} 个收件人）`}
        </Radio>
        <Radio value="prints">只要打印文件：记成一个名单订单，做完直接下载</Radio>
      </Radio.Group>
      <dl className="names-summary">
        <dt>做</dt>
        <dd>{count} 行</dd>
        <dt>订单</dt>
        <dd>
          {orders.length} 个，备注写「名单：{draft.name}」
          {orders.length > 1 && draft.mode !== 'recipients' && `（一个订单最多 ${manualOrderLimits.lines} 件）`}
        </dd>
        <dt>点数</dt>
        <dd>
          生成不扣点；下载定制图或推送时照常扣
          {price === undefined ? '' : `，每张 ${countText(price)} 点，共 ${countText(price * count)} 点`}，同一张不会扣第二次
        </dd>
      </dl>
      {unseen > 0 && <Alert type="warning" content={`还有 ${unseen} 行没有逐个看过；没有发现问题的行可以直接做。`} />}
    </div>
  )
}
