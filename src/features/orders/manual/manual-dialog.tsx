import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomHex } from '../../../../contract/ground/hex'
import { manualOrderLimits } from '../../../../contract/rules/limits'
import { orderTexts } from '../../../../contract/rules/order-texts'
import type { OrderDetail, Shop } from '../../../../contract/types'
import { manualNumberQuery, orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { LinkButton } from '../../../ui/link-button'
import { ShopSelect } from '../../../ui/shop-select'
import { toastSuccess } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import { createBody, linesProblem, type ManualFields, type ManualLine, newLine, storedLines, updateBody } from './manual-fields'
import { ManualLineField } from './manual-line'
import './manual.css'

interface ManualDialogProps extends DialogProps {
  readonly shops: readonly Shop[]
  /** Shop that is chosen at first. */
  readonly shopId: number | null
  /** The order that is changed; absent: a new one. */
  readonly order?: OrderDetail
}

interface LinesProps {
  readonly value?: readonly ManualLine[]
  readonly onChange?: (lines: readonly ManualLine[]) => void
}

function ManualLines({ value = [], onChange = () => undefined }: LinesProps) {
  // An upload ends later than the render that began it.
  const change = useLatest((key: string, part: Partial<ManualLine>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one))),
  )
  return (
    <div className="manual-lines">
      {value.map((line, at) => (
        <ManualLineField
          key={line.key}
          line={line}
          number={at + 1}
          canRemove={value.length > 1}
          onChange={(part) => change(line.key, part)}
          onRemove={() => onChange(value.filter(({ key }) => key !== line.key))}
        />
      ))}
      <div>
        <Button
          size="small"
          disabled={value.length >= manualOrderLimits.lines}
          onClick={() => onChange([...value, newLine(randomHex(4), value.at(-1))])}
        >
          再加一个商品
        </Button>
      </div>
    </div>
  )
}

/** 新建订单, or changes to one that was written by hand. */
export default function ManualDialog({ visible, shops, shopId, order, onClose }: ManualDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [known, setKnown] = useState<{ readonly orderId: number; readonly originalId: string } | null>(null)
  const proposed = useQuery({ ...manualNumberQuery(api), enabled: visible && order === undefined }).data?.originalId
  /** The same body again after a lost answer is the same order. */
  const sent = useRef({ text: '', key: '' })
  const keyOf = (body: object): string => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: randomHex() }
    return sent.current.key
  }
  const create = async (fields: ManualFields, toShop: number) => {
    setKnown(null)
    const body = createBody(fields, toShop, proposed)
    const made = await api.manualOrders.create({ body }, { quiet: true, idempotencyKey: keyOf(body) })
    if (made.isKnown) {
      setKnown(made)
      throw new Error(`这个店铺已经有订单 ${made.originalId}，没有新建。请换一个订单号，或打开已有的订单。`)
    }
    toastSuccess(`已新建订单 ${made.originalId}`)
  }
  const save = async (fields: ManualFields) => {
    if (order !== undefined) {
      await api.manualOrders.update({ params: { id: order.id }, body: updateBody(fields) }, { quiet: true })
      toastSuccess('订单已修改')
    } else if (fields.shopId !== null) await create(fields, fields.shopId)
    await queries.invalidateQueries({ queryKey: orderKeys.all })
  }
  const only = shops.length === 1 ? (shops[0]?.id ?? null) : null
  const texts = ['buyerMessage', 'sellerMemo'] as const
  return (
    <FormDialog<ManualFields>
      visible={visible}
      title={order === undefined ? '新建订单' : `修改订单 ${order.originalId}`}
      subject={order?.id}
      okText={order === undefined ? '新建' : '保存'}
      width={760}
      initialValues={{
        shopId: order?.shopId ?? shopId ?? only,
        originalId: order?.originalId ?? '',
        lines: order === undefined ? [newLine('first')] : storedLines(order),
        buyerMessage: order?.buyerMessage ?? '',
        sellerMemo: order?.sellerMemo ?? '',
      }}
      fields={['shopId', 'originalId', 'buyerMessage', 'sellerMemo']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          {known !== null && (
            <Alert
              type="warning"
              className="form-alert"
              content={`订单 ${known.originalId} 已经在这个店铺里。`}
              action={<LinkButton href={`${screens.orders.path}?order=${known.orderId}`}>打开已有的订单</LinkButton>}
            />
          )}
          {order === undefined && (
            <div className="manual-line-row">
              <Form.Item label="店铺" field="shopId" rules={[{ required: true, message: '请选择店铺' }]}>
                <ManualShop shops={shops} />
              </Form.Item>
              <Form.Item
                label="订单号"
                field="originalId"
                rules={[{ match: /^[\x21-\x7e]{0,64}$/, message: '订单号只能用字母、数字和符号，不能有空格' }]}
              >
                <Input
                  aria-label="订单号"
                  placeholder={proposed === undefined ? '自动编号' : `自动编号：${proposed}`}
                  maxLength={manualOrderLimits.number}
                />
              </Form.Item>
            </div>
          )}
          <Form.Item
            label="商品"
            field="lines"
            rules={[
              {
                validator: (lines: readonly ManualLine[] | undefined, done) => {
                  const problem = linesProblem(lines ?? [])
                  done(problem ?? undefined)
                },
              },
            ]}
          >
            <ManualLines />
          </Form.Item>
          {texts.map((name) => (
            <Form.Item key={name} label={orderTexts[name].name} field={name}>
              <Input.TextArea
                aria-label={orderTexts[name].name}
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={orderTexts[name].longest}
              />
            </Form.Item>
          ))}
        </>
      )}
    </FormDialog>
  )
}

interface ManualShopProps {
  readonly shops: readonly Shop[]
  readonly value?: number | null
  readonly onChange?: (id: number | null) => void
}
/** The shop as a field of the form. */
function ManualShop({ shops, value = null, onChange = () => undefined }: ManualShopProps) {
  return <ShopSelect shops={shops} value={value} onChange={onChange} />
}
