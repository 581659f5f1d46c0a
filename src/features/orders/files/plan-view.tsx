import { Button } from '@arco-design/web-react'
import { usePlatform } from '../../../api/services'
import { StatusTag } from '../status-tag'
import { type ImportPlan, maxShownRows, type Outcome, outcomeNames, outcomes } from './plan-book'
import { saveRows } from './save-rows'

const tones = { new: 'good', changed: 'accent', same: 'plain', skipped: 'plain', refused: 'bad' } as const

interface PlanViewProps {
  readonly plan: ImportPlan
  /** Returns the rows with these outcomes as a table. */
  readonly readRows: (wanted: readonly Outcome[]) => Promise<Blob>
}

/** 试算: the outcome that each order of the files would have; nothing is written yet. */
export function PlanView({ plan, readRows }: PlanViewProps) {
  const platform = usePlatform()
  const { counts, shown } = plan
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const save = (name: string, wanted: readonly Outcome[]) => saveRows(platform, name, () => readRows(wanted))
  return (
    <section className="order-plan" aria-label="试算结果">
      <p className="order-plan-counts" role="status">
        {outcomes.map((outcome) => (
          <StatusTag key={outcome} tone={tones[outcome]}>
            {outcomeNames[outcome]} {counts[outcome]}
          </StatusTag>
        ))}
        {counts.refused + counts.skipped > 0 && (
          <Button size="mini" onClick={() => void save('没有导入的行', ['refused', 'skipped'])}>
            保存拒绝和跳过的行
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
            {shown.map(({ file, rows, orderNo, outcome, reason }) => (
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
      {total > shown.length && <p className="orders-hint">只显示前 {maxShownRows} 行，全部请保存试算结果查看。</p>}
    </section>
  )
}
