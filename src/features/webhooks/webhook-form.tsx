import { Checkbox, Form, Input, Select } from '@arco-design/web-react'
import { type WebhookEvent, webhookEvents } from '../../../contract/constants'
import { textLimits } from '../../../contract/rules/limits'
import { type NamedShop, shopLabel } from '../../../contract/rules/shop-types'
import type { Webhook, WebhookCreate } from '../../../contract/types'
import { FormDialog } from '../../ui/form-dialog'
import { eventTexts } from './webhook-texts'

interface WebhookFormProps {
  /** The webhook to change, 'new' to add one, null while closed. */
  readonly target: Webhook | 'new' | null
  readonly shops: readonly (NamedShop & { readonly id: number })[]
  readonly save: (write: WebhookCreate, existing: Webhook | null) => Promise<unknown>
  readonly onClose: () => void
}

interface Fields {
  name: string
  url: string
  events: WebhookEvent[]
  /** None: all shops. */
  shopIds: number[]
}

const addressProblem = (value: string | undefined): string | undefined =>
  /^https?:\/\/\S+$/.test(value?.trim() ?? '') ? undefined : '请填写完整的地址，例如 https://erp.example.com/kejiang'

/** A dialog that adds a webhook or changes it. */
export function WebhookForm({ target, shops, save, onClose }: WebhookFormProps) {
  const existing = target === 'new' ? null : target
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={existing === null ? '添加事件通知' : '修改事件通知'}
      subject={existing?.id}
      okText={existing === null ? '添加并生成密钥' : '保存'}
      initialValues={
        existing === null
          ? { name: '', url: '', events: webhookEvents.filter((event) => event !== 'notification'), shopIds: [] }
          : { name: existing.name, url: existing.url, events: [...existing.events], shopIds: [...(existing.shopIds ?? [])] }
      }
      fields={['name', 'url', 'events', 'shopIds']}
      save={({ name, url, events, shopIds }) =>
        save({ name: name.trim(), url: url.trim(), events, shopIds: shopIds.length === 0 ? null : shopIds }, existing)
      }
      onClose={onClose}
    >
      {() => (
        <>
          <Form.Item label="名称" field="name" rules={[{ required: true, message: '请填写名称' }]}>
            <Input autoFocus aria-label="名称" maxLength={textLimits.webhookName} placeholder="例如：仓库的 ERP" />
          </Form.Item>
          <Form.Item
            label="接收地址"
            field="url"
            extra="接收程序的地址，须是 https 和域名"
            rules={[{ validator: (value: string | undefined, fail) => fail(addressProblem(value)) }]}
          >
            <Input aria-label="接收地址" maxLength={textLimits.url} placeholder="https://erp.example.com/kejiang" />
          </Form.Item>
          <Form.Item label="事件" field="events" rules={[{ required: true, message: '请至少选择一个事件' }]}>
            <Checkbox.Group direction="vertical" className="webhook-events">
              {webhookEvents.map((event) => (
                <Checkbox key={event} value={event}>
                  <span className="webhook-event">{eventTexts[event].name}</span>
                  <span className="webhook-note">{eventTexts[event].description}</span>
                </Checkbox>
              ))}
            </Checkbox.Group>
          </Form.Item>
          <Form.Item label="店铺" field="shopIds" extra="不选就是全部店铺，包括以后添加的">
            <Select
              mode="multiple"
              aria-label="店铺"
              placeholder="全部店铺"
              options={shops.map((shop) => ({ value: shop.id, label: shopLabel(shop) }))}
            />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
