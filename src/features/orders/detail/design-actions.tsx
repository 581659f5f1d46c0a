import './design-actions.css'
import { Button, Popconfirm, Tooltip } from '@arco-design/web-react'
import { IconCopy, IconEdit, IconHistory, IconRefresh } from '@arco-design/web-react/icon'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customization } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { toastSuccess } from '../../../ui/toast'
import { RenderingDialog } from './rendering-dialog'
import { VersionsDialog } from './versions-dialog'

interface DesignActionsProps {
  readonly customization: Customization
  readonly onCorrect: (customizationId: number) => void
  /** Shows another design of the order. */
  readonly onChoose: (customizationId: number) => void
}

const noDesign = '这个定制随订单只带来了图片，没有设计图层，不能修改或重新生成'
const lockReasons = {
  charged: '已下载（扣点），打印的须是已付款的那一张；要改请用「重做」',
  pushed: '已推送到工厂；要改请先联系工厂取消，再用「重做」',
} as const

/** Buttons for the design of one customization: correct it, draw it again, see its versions, make it once more. */
export function DesignActions({ customization, onCorrect, onChoose }: DesignActionsProps) {
  const { id, hasDesign, version, designLock } = customization
  const api = useApi()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'rendering' | 'versions' | null>(null)
  const close = () => setOpen(null)
  const remake = useMutation({
    mutationFn: () => api.customizations.remake({ params: { id } }),
    onSuccess: async ({ customizationId }) => {
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      toastSuccess('已新增一张重做的定制图，可以修改')
      onChoose(customizationId)
    },
  })
  const reason = hasDesign ? (designLock === null ? null : lockReasons[designLock]) : noDesign
  return (
    <div className="order-design-actions">
      <Tooltip content={reason} disabled={reason === null}>
        <Button size="small" icon={<IconEdit />} disabled={reason !== null} onClick={() => onCorrect(id)}>
          修改设计
        </Button>
      </Tooltip>
      <Tooltip content={noDesign} disabled={hasDesign}>
        <Button size="small" icon={<IconRefresh />} disabled={!hasDesign} onClick={() => setOpen('rendering')}>
          重新生成
        </Button>
      </Tooltip>
      {version > 1 && (
        <Button size="small" icon={<IconHistory />} onClick={() => setOpen('versions')}>
          历史版本
        </Button>
      )}
      {hasDesign && designLock !== null && (
        <Popconfirm
          title="重做这张定制图"
          content="订单里会新增一张可以修改的定制图，下载时另外扣点；这一张的件数改由新的一张来做。"
          okText="重做"
          onOk={() => remake.mutate()}
        >
          <Button size="small" icon={<IconCopy />} loading={remake.isPending}>
            重做
          </Button>
        </Popconfirm>
      )}
      <RenderingDialog visible={open === 'rendering'} customization={customization} onClose={close} />
      <VersionsDialog visible={open === 'versions'} customization={customization} onClose={close} />
    </div>
  )
}
