/**
 * 导入PSD: imports artboards of many files as templates of a collection. The import is a task that continues when this is closed.
 */
import './psd.css'
import { Alert, Button, Checkbox, Select } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newUuid } from '../../../../design/model/create'
import type { PsdOpening } from '../../../../imaging/psd/psd-client'
import { isAgreementAccepted } from '../../../agreement/agreement-store'
import { ServiceAgreement } from '../../../agreement/service-agreement'
import { meQuery } from '../../../api/queries/session'
import { templateCollectionsQuery } from '../../../api/queries/templates'
import { useApi } from '../../../api/services'
import { confirm } from '../../../ui/confirm'
import { FileButton } from '../../../ui/file-drop'
import { TaskProgress, useTaskStore, useTasks } from '../../../ui/tasks'
import { toastHint } from '../../../ui/toast'
import { Wizard } from '../../../ui/upload-steps'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { findStartPreview } from '../../preview/start-preview'
import { psdText } from '../failure'
import { browserFileStore, type FileStore } from '../file-store'
import { psdTemplatesKind, psdTemplatesScope } from '../template-import'
import { ArtboardChooser } from './artboard-chooser'
import { pickedOf } from './choices'
import { ImportFailure } from './import-failure'
import { PsdPick } from './psd-pick'
import { templateItems } from './template-items'
import { type PsdTask, TemplateResults } from './template-results'
import { usePsdReading } from './use-psd-reading'

interface TemplateImportWizardProps {
  readonly open: boolean
  /** The collection of the templates unless the seller chooses another. */
  readonly collectionId: number
  readonly onClose: () => void
  /** Closes the wizard and shows another collection, which the templates were made in. */
  readonly onShow: (collectionId: number) => void
  /** Reads and stores PSD files; tests pass other ones. */
  readonly client?: PsdOpening
  readonly files?: FileStore
}

const steps = ['选择画板', '正在导入', '导入结果']
const pageStore = browserFileStore()

export default function TemplateImportWizard(props: TemplateImportWizardProps) {
  const { open, collectionId, onClose, onShow, client, files = pageStore } = props
  const api = useApi()
  const queries = useQueryClient()
  const store = useTaskStore()
  const collections = useQuery(templateCollectionsQuery(api)).data ?? []
  const username = useQuery({ ...meQuery(api), meta: { quiet: true } }).data?.username
  const reading = usePsdReading({ multiple: true, isOpen: open, client })
  const { boards, choices, busy } = reading
  const [chosenId, setChosen] = useState<number | null>(null)
  const [enabled, setEnabled] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [starting, setStarting] = useState(false)
  const [mustAgree] = useState(() => !isAgreementAccepted())
  const target = collections.find(({ id }) => id === (chosenId ?? collectionId)) ?? collections[0]

  // All tasks in this scope have its inputs and results, which the store's type cannot express.
  const current = useTasks(psdTemplatesScope).at(-1) as PsdTask | undefined
  const keptTask = useValueWhileClosing(open, current)
  const task = open ? current : keptTask
  const step = task === undefined ? 0 : task.state === 'ended' ? 2 : 1
  const allFailed = step === 2 && task?.items.every(({ state }) => state === 'failed')

  const start = async () => {
    const picked = pickedOf(boards, choices)
    if (picked.length === 0) return toastHint(psdText.pickSome)
    if (!isAgreementAccepted()) return toastHint('请先阅读并同意服务协议')
    if (!target) return toastHint('请先新建一个模板分组')
    setStarting(true)
    try {
      // Without a phone to show it on, a template gets the default size, like a new design.
      const preview = username === undefined ? null : await findStartPreview(queries, api, username).catch(() => null)
      const options = { collectionId: target.id, enabled, preview, files, uuid: () => newUuid() }
      const items = await templateItems(picked, choices, options)
      store.start({
        kind: psdTemplatesKind,
        scope: psdTemplatesScope,
        title: `从PSD导入 ${items.length} 个模板到「${target.name}」${enabled ? '并上架' : ''}`,
        items,
      })
      reading.clear()
    } finally {
      setStarting(false)
    }
  }
  const close = async () => {
    if (step === 0 && boards.length > 0) {
      const content = `读出的 ${boards.length} 个画板还没有导入，关闭后需要重新选择文件。`
      if (!(await confirm({ title: '不导入了？', content, okText: '不导入', cancelText: '继续选择', danger: true }))) return
      reading.clear()
    }
    onClose()
  }
  const finish = () => {
    const firstDone = task?.items.find(({ state }) => state === 'done')
    if (firstDone && firstDone.input.collectionId !== collectionId) onShow(firstDone.input.collectionId)
    else onClose()
    if (task) store.dismiss(task.id)
  }

  const pickedCount = pickedOf(boards, choices).length
  const footers = [
    <Button key="close" onClick={() => void close()}>
      取消
    </Button>,
    <Button key="hide" type="primary" onClick={onClose}>
      在后台继续
    </Button>,
    <Button key="again" onClick={() => task && store.dismiss(task.id)}>
      继续导入
    </Button>,
  ]
  return (
    <>
      <Wizard
        open={open}
        title={allFailed ? psdText.failed : '导入PSD'}
        steps={steps}
        current={step}
        width={960}
        onClose={() => void close()}
        footer={
          <>
            {footers[step]}
            {step === 0 && boards.length > 0 && (
              <Button type="primary" loading={starting} disabled={busy} onClick={() => void start()}>
                {pickedCount > 0 ? `导入 ${pickedCount} 个模板` : '导入模板'}
              </Button>
            )}
            {step === 2 && (
              <Button type="primary" onClick={finish}>
                完成
              </Button>
            )}
          </>
        }
      >
        {step === 0 && problem !== null && <Alert type="warning" className="form-alert" content={problem} />}
        {step === 0 && boards.length === 0 && (
          <PsdPick
            multiple
            busy={busy}
            onProblem={setProblem}
            onFiles={(picked) => {
              setProblem(null)
              reading.add(picked)
            }}
          />
        )}
        {step === 0 && boards.length > 0 && (
          <>
            <ArtboardChooser reading={reading} multiple>
              <FileButton type="text" disabled={starting} onFiles={reading.add}>
                添加文件
              </FileButton>
              <Select
                className="psd-target"
                size="small"
                aria-label="导入到分组"
                prefix="导入到"
                value={target?.id}
                onChange={setChosen}
                options={collections.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <Checkbox checked={enabled} onChange={setEnabled}>
                导入后直接上架
              </Checkbox>
            </ArtboardChooser>
            {mustAgree && (
              <div className="psd-agreement">
                <ServiceAgreement />
              </div>
            )}
          </>
        )}
        {step === 1 && task && <TaskProgress task={task} />}
        {step === 2 && task && <TemplateResults task={task} />}
      </Wizard>
      <ImportFailure failures={reading.failures} onClose={reading.dismissFailures} />
    </>
  )
}
