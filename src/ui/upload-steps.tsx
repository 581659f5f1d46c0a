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
  /** Index of the step, from 0. */
  readonly current: number
  readonly footer: ReactNode
  readonly width?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with several steps. */
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
  /** Step 0: what is accepted, and the buttons to choose files. Choosing starts the task. */
  readonly instructions: ReactNode
  /** The upload; undefined before it starts. Its state determines the step: 1 while it runs, 2 after its end. */
  readonly task: Task | undefined
  /** Shown above the results, e.g. the files that were refused before the upload. */
  readonly notice?: ReactNode
  readonly onRetry?: () => void
  /** Whether a retry of a failed item with the same input may succeed. */
  readonly mayRetrySucceed?: (item: Task['items'][number]) => boolean
  /** Renders a remedy for a failed item. */
  readonly renderRemedy?: (item: Task['items'][number]) => ReactNode
  /** Returns to step 0 for more files. */
  readonly onUploadMore: () => void
  readonly onClose: () => void
}

/**
 * The dialog of an upload: 0 instructions, 1 progress, 2 results with 错误原因. If it is closed in step 1, the task tray shows the
 * upload.
 */
export function UploadSteps({
  open,
  title,
  instructions,
  task,
  notice,
  onRetry,
  mayRetrySucceed,
  renderRemedy,
  onUploadMore,
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
          onUploadMore()
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
        <TaskResults
          task={task}
          {...(mayRetrySucceed && { mayRetrySucceed })}
          {...(onRetry && { onRetry })}
          {...(renderRemedy && { renderRemedy })}
        />
      )}
    </Wizard>
  )
}
