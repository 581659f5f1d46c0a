/**
 * 一键导入: the wizard that picks files, shows the dry run, imports and shows the results. `decide.ts` has the rules; the import is
 * a task that continues when this dialog is closed and after a reload.
 */
import { Button } from '@arco-design/web-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../../api/services'
import { confirm } from '../../../ui/confirm'
import { TaskProgress, useTaskStore, useTasks } from '../../../ui/tasks'
import { Wizard } from '../../../ui/upload-steps'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { pictureHoles } from '../picture-hole'
import { useFactorySizes, useNamedFactorySizes } from '../sizes/use-size-sources'
import { checkRows } from './check-rows'
import { createDraft } from './draft'
import { importInput } from './import-input'
import { ImportResults, type ImportTask } from './import-results'
import { BusyLine, ImportStart } from './import-start'
import { importSummary } from './import-summary'
import { examinePicture } from './picture-facts'
import { countOutcomes, type PlanRow } from './plan'
import { PlanView } from './plan-view'
import type { SizeSources } from './row-size'
import { readSizeTable } from './size-table'
import { TableLines, tableIndex } from './size-tables'
import { wireframeImportKind, wireframeImportScope } from './wireframe-import-task'
import './import.css'

interface ImportWizardProps {
  readonly open: boolean
  readonly onClose: () => void
}

const steps = ['选择并核对', '正在导入', '导入结果']
const unreadable = '读取不到拖进来的文件夹，请改用「选择文件夹」，或检查它是否还在'

export default function ImportWizard({ open, onClose }: ImportWizardProps) {
  const api = useApi()
  const store = useTaskStore()
  const draft = useMemo(
    () => createDraft({ api, examine: examinePicture, findHoles: pictureHoles, readTable: readSizeTable }),
    [api],
  )
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  const [enabled, setEnabled] = useState(false)
  // All tasks of this scope have these inputs and results; the store's type cannot express that.
  const current = useTasks(wireframeImportScope).at(-1) as ImportTask | undefined
  const lastTask = useValueWhileClosing(open, current)
  const task = open ? current : lastTask
  const step = task === undefined ? 0 : task.state === 'ended' ? 2 : 1

  const counts = countOutcomes(state.plan?.rows ?? [])
  const importCount = counts.create + counts.update
  const boundSizes = useFactorySizes()
  const namedSizes = useNamedFactorySizes()
  const { plan, tables } = state
  const tableSizes = useMemo(() => tableIndex(tables), [tables])
  const rows = useMemo(() => {
    const sourcesOf = ({ modelId, group: { combination } }: PlanRow): SizeSources => {
      if (!combination) return { atFactories: [], inTables: [] }
      const { brand, model } = combination
      const bound = modelId === null ? undefined : boundSizes.get(modelId)
      return { atFactories: bound ?? namedSizes(brand, model), inTables: tableSizes(brand, model) }
    }
    return plan ? checkRows(plan, state, sourcesOf) : []
  }, [plan, state, boundSizes, namedSizes, tableSizes])
  const isUnready = rows.some(({ isAwaited, mm }) => isAwaited || mm.isInvalid)
  // The import button gets the focus, so that Enter does not press 取消. While the seller corrects the plan, the focus stays there.
  const importButton = useRef<HTMLButtonElement | null>(null)
  const ready = open && step === 0 && state.busy === null && importCount > 0 && !isUnready
  useEffect(() => {
    if (ready && !document.activeElement?.closest('.import-plan')) importButton.current?.focus()
  }, [ready])
  const start = () => {
    if (!plan) return
    store.start({
      kind: wireframeImportKind,
      scope: wireframeImportScope,
      title: `导入 ${importCount} 组线框图`,
      items: rows.map((row) => ({
        key: row.group.key,
        name: row.group.combination ? row.group.key : (row.group.pictures[0]?.name ?? ''),
        input: importInput(row, { enabled, takesHoles: state.takesHoles, area: row.area, mm: row.mm }),
      })),
    })
    draft.clear()
  }
  const close = async () => {
    const { pictures } = state
    if (step === 0 && pictures.length > 0) {
      const content = `选好的 ${pictures.length} 张图片还没有导入，关闭后需要重新选择。`
      if (!(await confirm({ title: '不导入了？', content, okText: '不导入', cancelText: '继续核对', danger: true }))) return
      draft.clear()
    }
    onClose()
  }
  const finish = (keepOpen: boolean) => {
    if (!keepOpen) onClose()
    if (task) store.dismiss(task.id)
  }

  const footers = [
    <Button key="close" onClick={() => void close()}>
      取消
    </Button>,
    <Button key="hide" type="primary" onClick={onClose}>
      在后台继续
    </Button>,
    <Button key="again" onClick={() => finish(true)}>
      继续导入
    </Button>,
  ]
  return (
    <Wizard
      open={open}
      title="一键导入线框图"
      steps={steps}
      current={step}
      width={960}
      onClose={() => void close()}
      footer={
        <>
          {step === 0 && state.plan && (
            <span className="import-summary wireframes-hint numeric" role="status">
              {importSummary(rows, enabled)}
            </span>
          )}
          {footers[step]}
          {step === 0 && state.pictures.length > 0 && (
            <Button
              ref={importButton}
              type="primary"
              disabled={importCount === 0 || state.busy !== null || isUnready}
              onClick={start}
            >
              {!state.plan ? '开始导入' : importCount === 0 ? '没有需要导入的' : `开始导入 ${importCount} 组`}
            </Button>
          )}
          {step === 2 && (
            <Button type="primary" onClick={() => finish(false)}>
              完成
            </Button>
          )}
        </>
      }
    >
      {step === 0 && state.pictures.length === 0 && (
        <>
          {state.problems.map((problem) => (
            <p key={problem} className="import-problem" role="alert">
              {problem}
            </p>
          ))}
          <TableLines tables={tables} rows={rows} onRemove={draft.removeTable} />
          {state.busy ? (
            <BusyLine busy={state.busy} />
          ) : (
            <ImportStart busy={false} onFiles={(files) => void draft.add(files)} onProblem={() => draft.addProblem(unreadable)} />
          )}
        </>
      )}
      {step === 0 && state.pictures.length > 0 && (
        <PlanView draft={draft} state={state} rows={rows} enabled={enabled} onEnabled={setEnabled} />
      )}
      {step === 1 && task && <TaskProgress task={task} />}
      {step === 2 && task && <ImportResults task={task} />}
    </Wizard>
  )
}
