import { Button } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import type { TemplateRow, Wireframe } from '../../../contract/types'
import type { Size } from '../../design/model/types'
import { Modal } from '../../ui/modal'
import { useArrowKeys } from '../../ui/use-arrow-keys'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { CaseView } from './case-view'
import { useSharp } from './use-sharp'

interface LargeViewProps {
  readonly templates: readonly TemplateRow[]
  /** Index in `templates`; null while closed. */
  readonly at: number | null
  readonly wireframe: Wireframe | null
  readonly paper: string
  readonly marked: boolean
  /** Makes the high-resolution picture of a template on the case. */
  readonly make: (template: TemplateRow, signal: AbortSignal) => Promise<Blob>
  readonly onGo: (at: number) => void
  readonly onClose: () => void
}

/** Returns the space for the case, px: the window without title and buttons. */
const roomNow = (): Size => ({ width: Math.min(912, innerWidth - 96), height: Math.max(200, innerHeight - 240) })

function useRoom(): Size {
  const [room, setRoom] = useState(roomNow)
  useEffect(() => {
    const measure = () => setRoom(roomNow())
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return room
}

/** One template as large as the window allows; the arrow keys go through all of them. */
export function LargeView({ templates, at, wireframe, paper, marked, make, onGo, onClose }: LargeViewProps) {
  const last = useValueWhileClosing(at !== null, at) ?? 0
  const template = templates[last]
  const room = useRoom()
  const wanted =
    at === null || wireframe === null || !template ? null : `${template.id} ${template.revision} ${wireframe.id} ${paper}`
  const sharp = useSharp(wanted, (signal) =>
    template ? make(template, signal) : Promise.reject(new Error('no template to be shown')),
  )
  const step = (by: -1 | 1) => {
    const to = last + by
    if (to >= 0 && to < templates.length) onGo(to)
  }
  const open = at !== null
  useArrowKeys(open, step)
  return (
    <Modal
      visible={open}
      title={<span className="batch-large-name">{template ? templateName(template) : ''}</span>}
      footer={null}
      maskClosable
      onCancel={onClose}
      className="batch-large"
    >
      <div
        className="batch-large-room"
        role="img"
        aria-label={template && `「${templateName(template)}」的预览`}
        data-sharp={sharp !== null}
      >
        {template && (
          <CaseView
            key={template.id}
            template={template}
            wireframe={wireframe}
            paper={paper}
            room={room}
            marked={marked}
            sharp={sharp}
          />
        )}
      </div>
      <div className="batch-large-foot">
        <Button icon={<IconLeft />} disabled={last <= 0} onClick={() => step(-1)}>
          上一个
        </Button>
        <Button disabled={last >= templates.length - 1} onClick={() => step(1)}>
          下一个
          <IconRight />
        </Button>
        <span className="batch-large-facts numeric" aria-live="polite">
          第 {last + 1} 个，共 {templates.length} 个
        </span>
      </div>
    </Modal>
  )
}
