import { Button, Switch } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconHistory, IconPlus, IconRefresh, IconSend } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookCreate } from '../../../contract/types'
import { shopsQuery } from '../../api/queries/shops'
import { webhookKeys, webhooksQuery } from '../../api/queries/webhooks'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirm, confirmDelete, showMessage } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { SendPicture } from '../../ui/empty-pictures'
import { FailureText } from '../../ui/failure-view'
import { ListView } from '../../ui/list-view'
import { PageActions } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { DeliveriesDrawer } from './deliveries-drawer'
import { type MadeSecret, SecretDialog } from './secret-dialog'
import { WebhookForm } from './webhook-form'
import { eventNames, resultText, standingText } from './webhook-texts'
import './webhooks.css'

const nameOf = ({ name }: Webhook): string => name

/** 事件通知: the addresses of the seller's own programs that receive events. */
export function WebhookList() {
  const api = useApi()
  const queries = useQueryClient()
  const webhooks = useQuery(webhooksQuery(api))
  const shops = useQuery(shopsQuery(api)).data ?? []
  const dialog = useDialog(screens.webhooks)
  const edited = useDialogRow(dialog, 'edit', webhooks.data, '事件通知')
  const watched = useDialogRow(dialog, 'deliveries', webhooks.data, '事件通知')
  const [made, setMade] = useState<MadeSecret | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey: webhookKeys.all })
  /** Runs a call that has no dialog of its own; a failure is shown in one. */
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => showMessage('没有成功', <FailureText error={error} />))
    await reload()
  }
  const save = async (write: WebhookCreate, existing: Webhook | null) => {
    if (existing !== null) {
      await api.webhooks.update({ params: { id: existing.id }, body: write }, { quiet: true })
      toastSuccess('修改成功')
    } else {
      const { webhook, secret } = await api.webhooks.create({ body: write }, { quiet: true })
      setMade({ name: webhook.name, secret, oldSecretUntil: null })
    }
    await reload()
  }
  const setEnabled = ({ id }: Webhook, enabled: boolean) =>
    attempt(api.webhooks.update({ params: { id }, body: { enabled } }, { quiet: true }))
  const sendTest = ({ id, name }: Webhook) =>
    attempt(
      api.webhooks.test({ params: { id } }, { quiet: true }).then((delivery) => {
        if (delivery.status === 'done') toastSuccess(`「${name}」收到了：${resultText(delivery)}`)
        else showMessage(`「${name}」没有收到测试`, resultText(delivery))
      }),
    )
  const rotate = async ({ id, name }: Webhook) => {
    const agreed = await confirm({
      title: `更换「${name}」的密钥？`,
      content: '新密钥马上生效；旧密钥 24 小时内仍一起签名，请在这段时间里换好接收程序。',
      okText: '更换密钥',
    })
    if (!agreed) return
    await attempt(
      api.webhooks
        .rotate({ params: { id } }, { quiet: true })
        .then(({ webhook, secret }) => setMade({ name, secret, oldSecretUntil: webhook.oldSecretUntil })),
    )
  }
  const deleteOne = async ({ id, name }: Webhook) => {
    const remove = () => api.webhooks.remove({ params: { id } }, { quiet: true })
    if (await confirmDelete(name, '它的发送记录会一起删除，还没有发出的事件不再发送。', remove)) await reload()
  }
  const columns: readonly Column<Webhook>[] = [
    {
      key: 'on',
      title: '启用',
      width: 72,
      render: (row) => (
        <Switch
          size="small"
          checked={row.enabled}
          aria-label={`启用「${row.name}」`}
          onChange={(enabled) => void setEnabled(row, enabled)}
        />
      ),
    },
    {
      key: 'name',
      title: '名称与地址',
      render: ({ name, url }) => (
        <>
          <b>{name}</b>
          <p className="webhook-note webhook-address">{url}</p>
        </>
      ),
    },
    {
      key: 'events',
      title: '事件',
      width: 240,
      render: ({ events, shopIds }) => (
        <>
          {eventNames(events)}
          {shopIds !== null && <p className="webhook-note">{shopIds.length} 个店铺</p>}
        </>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 200,
      render: (row) => (
        <span className={row.stoppedWhy !== null || row.failingSince !== null ? 'webhook-state is-failed' : undefined}>
          {standingText(row)}
        </span>
      ),
    },
  ]
  const actions: readonly Action<Webhook>[] = [
    { key: 'deliveries', label: '发送记录', icon: <IconHistory />, where: 'row', perform: ([row]) => row && dialog.open('deliveries', row.id) }, // biome-ignore format: one line each
    { key: 'test', label: '发送测试', icon: <IconSend />, where: 'row', perform: ([row]) => row && sendTest(row) },
    { key: 'edit', label: '修改', icon: <IconEdit />, where: 'row', perform: ([row]) => row && dialog.open('edit', row.id) },
    { key: 'rotate', label: '更换密钥', icon: <IconRefresh />, where: 'row', perform: ([row]) => row && rotate(row) },
    { key: 'delete', label: '删除', icon: <IconDelete />, danger: true, where: 'row', perform: ([row]) => row && deleteOne(row) },
  ]
  const add = (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      添加事件通知
    </Button>
  )
  return (
    <>
      <PageActions>{webhooks.data && webhooks.data.length > 0 && add}</PageActions>
      <p className="webhook-hint">
        新订单、推送、退款等发生时，马上告诉您自己的程序（webhook）。内容不含买家的姓名、地址和电话。
      </p>
      <ListView result={webhooks} skeleton={<TableSkeleton label="正在加载事件通知" rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<SendPicture />}
              title="还没有事件通知"
              text="填写接收程序的地址，选择要告诉它的事件；密钥用来验证收到的内容确实来自这里。"
              action={add}
            />
          ) : (
            <DataTable label="事件通知" rows={rows} columns={columns} nameOf={nameOf} actions={actions} />
          )
        }
      </ListView>
      <WebhookForm target={dialog.name === 'add' ? 'new' : edited} shops={shops} save={save} onClose={dialog.close} />
      <DeliveriesDrawer webhook={watched} onClose={dialog.close} />
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  )
}
