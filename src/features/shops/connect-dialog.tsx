import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { IconDelete, IconSync } from '@arco-design/web-react/icon'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../contract/ground/thrown'
import { type ShopKeyForm, shopKeyForms } from '../../../contract/rules/shop-keys'
import { shopTypeName } from '../../../contract/rules/shop-types'
import type { Shop, ShopKeys } from '../../../contract/types'
import { shopKeys, shopKeysQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { beijingMinute } from '../../base/beijing-time'
import { confirm } from '../../ui/confirm'
import { FormDialog } from '../../ui/form-dialog'
import type { DialogProps } from '../../ui/lazy-dialog'
import { toastFailure, toastSuccess } from '../../ui/toast'
import './connect-dialog.css'

interface ConnectDialogProps extends DialogProps {
  /** A shop of a type that is connected with keys. */
  readonly shop: Shop
}

interface Fields {
  appKey: string
  secret?: string
  extra?: string
}

/** 连接: enters, checks and removes the keys with which a shop's orders are read from its marketplace. */
export default function ConnectDialog({ visible, shop, onClose }: ConnectDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const known = useQuery({ ...shopKeysQuery(api, shop.id), enabled: visible })
  const form = shopKeyForms[shop.type]
  if (!form || known.data === undefined) return null
  const keys = known.data
  const save = async ({ appKey, secret = '', extra = '' }: Fields) => {
    const typed = {
      appKey: appKey.trim(),
      ...(secret.trim() && { secret: secret.trim() }),
      ...(extra.trim() && { extra: extra.trim() }),
    }
    await api.shops.putKeys({ params: { id: shop.id }, body: typed }, { quiet: true })
    toastSuccess(`${shopTypeName(shop.type)}接受了密钥，“${shop.name}”已连接，可以同步订单了`)
    await queries.invalidateQueries({ queryKey: shopKeys.all })
  }
  return (
    <FormDialog<Fields>
      visible={visible}
      title={`连接${shopTypeName(shop.type)}`}
      subject={shop.id}
      secret
      okText={keys.appKey === null ? '检查并连接' : '检查并保存'}
      initialValues={{ appKey: keys.appKey ?? '' }}
      fields={['appKey', 'secret', 'extra']}
      save={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <Steps form={form} />
          {keys.example && (
            <Alert
              className="form-alert"
              content="这是演示环境：没有真实的平台，可以用演示店铺的密钥试一试。"
              action={
                <Button size="mini" onClick={() => fields.setFieldsValue({ ...keys.example, extra: keys.example?.extra ?? '' })}>
                  填入演示密钥
                </Button>
              }
            />
          )}
          {keys.appKey !== null && <Standing shop={shop} keys={keys} onRemoved={onClose} />}
          <Form.Item label={form.appKey} field="appKey" rules={[{ required: true, message: `必须填写 ${form.appKey}` }]}>
            <Input aria-label={form.appKey} autoComplete="off" />
          </Form.Item>
          <Form.Item
            label={form.secret}
            field="secret"
            extra="加密保存，不会再显示"
            rules={keys.appKey === null ? [{ required: true, message: `必须填写 ${form.secret}` }] : []}
          >
            <Input.Password aria-label={form.secret} autoComplete="off" placeholder={keptText(keys.appKey !== null)} />
          </Form.Item>
          {form.extra && (
            <Form.Item label={form.extra.name} field="extra">
              <Input aria-label={form.extra.name} autoComplete="off" placeholder={keptText(keys.hasExtra)} />
            </Form.Item>
          )}
        </>
      )}
    </FormDialog>
  )
}

const keptText = (isKept: boolean): string => (isKept ? '•••••••• 已保存，不修改就留空' : '')

function Steps({ form }: { readonly form: ShopKeyForm }) {
  return (
    <ol className="shops-steps">
      {form.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

interface StandingProps {
  readonly shop: Shop
  readonly keys: ShopKeys
  readonly onRemoved: () => void
}

/** Shows what the marketplace said of the stored keys; checks and removes them. */
function Standing({ shop, keys, onRemoved }: StandingProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: shopKeys.all })
  const check = useMutation({
    mutationFn: () => api.shops.checkKeys({ params: { id: shop.id } }, { quiet: true }),
    onSuccess: reload,
    onError: (error) => toastFailure(messageOf(error)),
  })
  const remove = async () => {
    const text = '断开后不再同步订单，已经读到的订单和定制保留。重新连接后会从头读取最近的订单。'
    if (!(await confirm({ title: `断开“${shop.name}”的连接？`, content: text, okText: '断开', danger: true }))) return
    setRemoving(true)
    try {
      await api.shops.removeKeys({ params: { id: shop.id } }, { quiet: true })
      toastSuccess('已断开连接')
      onRemoved()
      await reload()
    } catch (error) {
      toastFailure(messageOf(error))
    } finally {
      setRemoving(false)
    }
  }
  const at = keys.checkedAt === null ? '' : `（${beijingMinute(keys.checkedAt)} 检查）`
  const isEnded = shop.authorization?.status === 'expired'
  const problem = keys.problem ?? (isEnded ? '连接已失效，请重新填写后检查' : null)
  return (
    <Alert
      className="form-alert"
      type={problem === null ? 'success' : 'error'}
      content={
        <span role="status">{problem === null ? `已连接“${shop.authorization?.nick ?? ''}”${at}` : `${problem}${at}`}</span>
      }
      action={
        <span className="shops-standing">
          <Button size="mini" icon={<IconSync />} loading={check.isPending} onClick={() => check.mutate()}>
            检查
          </Button>
          <Button size="mini" status="danger" icon={<IconDelete />} loading={isRemoving} onClick={() => void remove()}>
            断开
          </Button>
        </span>
      }
    />
  )
}
