import { Button } from '@arco-design/web-react'
import type { ComponentRow } from '../../../../contract/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { Modal } from '../../../ui/modal'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'

interface UpdateQuestionProps {
  /** The component that is about to change; null while nothing is asked. */
  readonly component: ComponentRow | null
  readonly onAnswer: (agreed: boolean) => void
}

/** Asks before a component changes in templates: those on the shelf change for buyers at once. */
export function UpdateQuestion({ component, onAnswer }: UpdateQuestionProps) {
  const shown = useValueWhileClosing(component !== null, component)
  return (
    <Modal
      visible={component !== null}
      title={`更新组件「${shown?.name ?? ''}」？`}
      onCancel={() => onAnswer(false)}
      footer={
        <DialogFoot onCancel={() => onAnswer(false)}>
          <Button type="primary" onClick={() => onAnswer(true)}>
            更新 {shown?.templates} 个模板
          </Button>
        </DialogFoot>
      }
    >
      <p>
        将更新 {shown?.templates} 个款式，其中 {shown?.enabledTemplates}{' '}
        个已上架。已上架的款式马上换成新的内容；买家已经开始的设计不变。
      </p>
    </Modal>
  )
}
