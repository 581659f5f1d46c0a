import { Alert } from '@arco-design/web-react'
import type { Task } from '../../../base/tasks/types'
import { countOf, TaskResults } from '../../../ui/tasks'
import { Unfold } from '../../../ui/unfold'
import type { PsdTemplateInput, PsdTemplateResult } from '../template-import'
import { ImportReport } from './import-report'

export type PsdTask = Task<PsdTemplateInput, PsdTemplateResult>

const stateOrder = { failed: 0, cancelled: 1, running: 2, waiting: 3, done: 4 } as const

/** The result of each artboard, failures first, with remarks per layer. */
export function TemplateResults({ task }: { readonly task: PsdTask }) {
  const { done, failed } = countOf(task)
  const withRemarks = task.items.filter(({ result }) => result && result.report.remarks.length > 0)
  const sorted = { ...task, items: [...task.items].sort((a, b) => stateOrder[a.state] - stateOrder[b.state]) }
  return (
    <div className="psd-results">
      <Alert
        type={failed > 0 ? 'warning' : 'success'}
        className="form-alert"
        content={
          [done > 0 && `新增设计模板成功，共 ${done} 个`, failed > 0 && `导入失败 ${failed} 个`].filter(Boolean).join('；') ||
          '没有导入模板'
        }
      />
      <TaskResults task={sorted} />
      {withRemarks.length > 0 && <h2 className="psd-results-title">图层说明</h2>}
      {withRemarks.map(({ key, name, result }) => (
        <Unfold
          key={key}
          className="psd-result"
          summary={
            <>
              <span className="psd-result-name" title={name}>
                {name}
              </span>
              {result && result.report.differences > 0 && (
                <span className="psd-card-badge numeric">{result.report.differences} 处差异</span>
              )}
            </>
          }
        >
          {result && <ImportReport summary={result.report} label={`「${name}」的图层说明`} after />}
        </Unfold>
      ))}
    </div>
  )
}
