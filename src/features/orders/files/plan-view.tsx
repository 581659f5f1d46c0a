import { Button } from '@arco-design/web-react'
import { usePlatform } from '../../../api/services'
import { csvFile } from '../../../base/csv'
import { showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'
import { StatusTag } from '../status-tag'
import { countsOf, type ImportPlan, type Outcome, outcomeNames, planTable } from './plan'

const outcomes = Object.keys(outcomeNames) as Outcome[]
const tones = { new: 'good', changed: 'accent', same: 'plain', skipped: 'plain', refused: 'bad' } as const
/** The rows that need attention stand first; of more than these the saved table has the rest. */
const maxShown = 100
const shownFirst: readonly Outcome[] = ['refused', 'changed', 'new', 'skipped', 'same']

/** 试算: the outcome that each order of the files would have; nothing is written yet. */
export function PlanView({ plan }: { readonly plan: ImportPlan }) {
  const platform = usePlatform()
  const counts = countsOf(plan.rows)
  const sorted = [...plan.rows].sort((one, next) => shownFirst.indexOf(one.outcome) - shownFirst.indexOf(next.outcome))
  const save = async (name: string, wanted: readonly Outcome[]) => {
    const rows = plan.rows.filter(({ outcome }) => wanted.includes(outcome))
    try {
      const { saved } = await platform.saveFile({ name: `${name}.csv`, blob: csvFile(planTable(rows)) })
      if (saved) toastSuccess('已保存')
    } catch (error) {
      await showMessage('没有保存成功', <FailureText error={error} />)
    }
  }
  return (
    <section className="order-plan" aria-label="试算结果">
      <p className="order-plan-counts" role="status">
        {outcomes.map((outcome) => (
          <StatusTag key={outcome} tone={tones[outcome]}>
            {outcomeNames[outcome]} {counts[outcome]}
          </StatusTag>
        ))}
        {counts.refused > 0 && (
          <Button size="mini" onClick={() => void save('拒绝的行', ['refused'])}>
            保存拒绝的行
          </Button>
        )}
        <Button size="mini" onClick={() => void save('导入试算', outcomes)}>
          保存试算结果
        </Button>
      </p>
      <div className="order-plan-scroll">
        <table className="order-plan-table">
          <thead>
            <tr>
              <th>行号</th>
              <th>订单号</th>
              <th>结果</th>
              <th>说明</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, maxShown).map(({ file, rows, orderNo, outcome, reason }) => (
              <tr key={`${file}/${rows}/${outcome}`}>
                <td className="numeric">{rows}</td>
                <td className="numeric">{orderNo}</td>
                <td>{outcomeNames[outcome]}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > maxShown && <p className="orders-hint">只显示前 {maxShown} 行，全部请保存试算结果查看。</p>}
    </section>
  )
}
