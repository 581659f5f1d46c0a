import { Button, Steps } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import type { Task } from '../base/tasks/types'
import { Modal } from './modal'
import { TaskProgress, TaskResults, useTaskStore } from './tasks'
import './tasks.css'

interface WizardProps {
  readonly open: boolean
  readonly title: string
  readonly steps: readonly string[]
  /** From 0. */
  readonly current: number
  readonly footer: ReactNode
  readonly width?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that goes through steps. */
export function Wizard({ open, title, steps, current, footer, width = 720, onClose, children }: WizardProps) {
  return (
    <Modal visible={open} title={title} footer={footer} onCancel={onClose} style={{ width, maxWidth: 'calc(100vw - 32px)' }}>
      <Steps size="small" current={current + 1} className="wizard-steps">
        {steps.map((step) => (
          <Steps.Step key={step} title={step} />
        ))}
      </Steps>
      <div className="wizard-body">{children}</div>
    </Modal>
  )
}

const uploadSteps = ['上传说明', '正在上传', '上传结果']

interface UploadStepsProps {
  readonly open: boolean
  readonly title: string
  /** Step 0: what is taken, and the buttons to choose it with. Choosing starts the task. */
  readonly instructions: ReactNode
  /** The upload; undefined before it began. Its state is the step: 1 while it goes on, 2 once it has ended. */
  readonly task: Task | undefined
  /** Above the results, e.g. the files that were refused before the upload. */
  readonly notice?: ReactNode
  readonly onRetry?: () => void
  /** Whether a failed item may pass when it is tried again as it is. */
  readonly mayPass?: (item: Task['items'][number]) => boolean
  /** What can be done about one failed item. */
  readonly fix?: (item: Task['items'][number]) => ReactNode
  /** Back to step 0 for more. */
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The wizard of an upload: 0 instructions, 1 progress, 2 results with 错误原因. Closing it in step 1 goes on in the task tray. */
export function UploadSteps({
  open,
  title,
  instructions,
  task,
  notice,
  onRetry,
  mayPass,
  fix,
  onAgain,
  onClose,
}: UploadStepsProps) {
  const store = useTaskStore()
  const step = task === undefined ? 0 : task.state === 'ended' ? 2 : 1
  const footers = [
    <Button key="close" onClick={onClose}>
      取消
    </Button>,
    <Button key="hide" type="primary" onClick={onClose}>
      在后台继续
    </Button>,
    <>
      <Button
        onClick={() => {
          if (task) store.dismiss(task.id)
          onAgain()
        }}
      >
        继续上传
      </Button>
      <Button
        type="primary"
        onClick={() => {
          if (task) store.dismiss(task.id)
          onClose()
        }}
      >
        完成
      </Button>
    </>,
  ]
  return (
    <Wizard open={open} title={title} steps={uploadSteps} current={step} footer={footers[step]} onClose={onClose}>
      {step === 0 && instructions}
      {step > 0 && notice}
      {step === 1 && task && <TaskProgress task={task} />}
      {step === 2 && task && (
        <TaskResults task={task} {...(mayPass && { mayPass })} {...(onRetry && { onRetry })} {...(fix && { fix })} />
      )}
    </Wizard>
  )
}
