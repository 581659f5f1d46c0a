import { Button, Tooltip } from '@arco-design/web-react'
import { IconEdit, IconHistory, IconRefresh } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import type { Customization } from '../../../../contract/types'
import { RenderingDialog } from './rendering-dialog'
import { VersionsDialog } from './versions-dialog'

interface DesignActionsProps {
  readonly customization: Customization
  readonly onCorrect: (customizationId: number) => void
}

const noDesign = '这个定制随订单只带来了图片，没有设计图层，不能修改或重新生成'

/** What a seller can do with the design of one customization: correct it, draw it again, see its versions. */
export function DesignActions({ customization, onCorrect }: DesignActionsProps) {
  const { id, hasDesign, version } = customization
  const isPaid = downloadStateOf(customization) === 'downloaded'
  const [open, setOpen] = useState<'rendering' | 'versions' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="order-design-actions">
      <Tooltip content={hasDesign ? (isPaid ? '已下载（扣点），只能查看' : null) : noDesign} disabled={hasDesign && !isPaid}>
        <Button size="small" icon={<IconEdit />} disabled={!hasDesign || isPaid} onClick={() => onCorrect(id)}>
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
      <RenderingDialog visible={open === 'rendering'} customization={customization} onClose={close} />
      <VersionsDialog visible={open === 'versions'} customization={customization} onClose={close} />
    </div>
  )
}
