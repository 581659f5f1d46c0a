import { Alert, Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { FailureText } from '../../../ui/failure-view'
import type { CheckRow } from './check-rows'
import type { Draft, DraftPicture, DraftState } from './draft'
import { namingRefusal } from './file-name'
import { BusyLine, PickButtons } from './import-start'
import { type Creations, countOutcomes, manyPicturesWarning, type Outcome, type Plan } from './plan'
import { PlanChoices } from './plan-choices'
import { outcomeWords, PlanTable } from './plan-table'
import { modelKey } from './row-size'
import { TableLines } from './size-tables'

const shortList = (names: readonly string[], maxNames = 5): string =>
  names.length > maxNames ? `${names.slice(0, maxNames).join('、')} 等` : names.join('、')

function CreationsLine({ creations: { brands, models, materials, colors } }: { readonly creations: Creations }) {
  const created = [
    ['品牌', brands],
    ['型号', models],
    ['材质', materials],
    ['颜色', colors],
  ] as const
  const nonEmpty = created.filter(([, names]) => names.length > 0)
  if (nonEmpty.length === 0) return null
  return (
    <Alert
      type="info"
      className="import-alert"
      content={`将自动创建 ${nonEmpty.map(([noun, names]) => `${noun} ${names.length} 个（${shortList(names)}）`).join('，')}`}
    />
  )
}

/** The alert 图片命名不符合规则 with the files' names. */
function NamingAlert({ plan }: { readonly plan: Plan<DraftPicture> }) {
  const unnamed = plan.rows.flatMap(({ group }) => (group.combination ? [] : group.pictures))
  if (unnamed.length === 0) return null
  return (
    <Alert
      type="error"
      className="import-alert"
      title={namingRefusal}
      content={
        <ul className="import-names" aria-label={namingRefusal}>
          {unnamed.slice(0, 100).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {unnamed.length > 100 && <li>…共 {unnamed.length} 张</li>}
        </ul>
      }
    />
  )
}

const outcomes: readonly Outcome[] = ['create', 'update', 'skip', 'refuse']

interface PlanViewProps {
  readonly draft: Draft
  readonly state: DraftState
  readonly rows: readonly CheckRow<DraftPicture>[]
  readonly enabled: boolean
  readonly onEnabled: (enabled: boolean) => void
}

/** Shows the dry run for the seller to confirm. */
export function PlanView({ draft, state, rows, enabled, onEnabled }: PlanViewProps) {
  const { plan, pictures, busy, failure, problems } = state
  const [outcomeFilter, setOutcomeFilter] = useState<Outcome | null>(null)
  const counts = countOutcomes(plan?.rows ?? [])
  const modelCounts = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { size, group } of rows) {
      if (size === null || group.combination === null) continue
      const model = modelKey(group.combination)
      counts.set(model, (counts.get(model) ?? 0) + 1)
    }
    return counts
  }, [rows])
  // A filter whose last row was corrected shows all rows again.
  const activeFilter = outcomeFilter !== null && counts[outcomeFilter] > 0 ? outcomeFilter : null
  return (
    <div className="import-plan">
      <div className="import-toolbar">
        <PickButtons busy={busy !== null} onFiles={(files) => void draft.add(files)} />
        <Button type="text" onClick={draft.clear}>
          清空重选
        </Button>
      </div>
      {problems.map((problem) => (
        <Alert key={problem} type="error" className="import-alert" content={problem} />
      ))}
      {pictures.length > manyPicturesWarning && (
        <Alert
          type="warning"
          className="import-alert"
          content={`选了 ${pictures.length} 张图片，超过 ${manyPicturesWarning} 张可能会慢，可以分几次导入`}
        />
      )}
      {busy && <BusyLine busy={busy} />}
      {failure && (
        <Alert
          type="error"
          className="import-alert"
          title="获取数据发生错误"
          content={<FailureText error={failure.error} />}
          action={
            <Button size="small" icon={<IconRefresh />} onClick={() => void draft.replan()}>
              重试
            </Button>
          }
        />
      )}
      {plan && (
        <>
          <TableLines tables={state.tables} rows={rows} onRemove={draft.removeTable} />
          <NamingAlert plan={plan} />
          <CreationsLine creations={plan.creations} />
          <div className="import-decisions">
            <PlanChoices rows={rows} state={state} enabled={enabled} onEnabled={onEnabled} onTakes={draft.setTakes} />
            <fieldset className="import-filter">
              <legend className="visually-hidden">按结果筛选</legend>
              <Button size="small" aria-pressed={activeFilter === null} onClick={() => setOutcomeFilter(null)}>
                全部 {plan.rows.length}
              </Button>
              {outcomes.map((outcome) => (
                <Button
                  key={outcome}
                  size="small"
                  aria-pressed={activeFilter === outcome}
                  disabled={counts[outcome] === 0}
                  onClick={() => setOutcomeFilter(outcome)}
                >
                  {outcomeWords[outcome]} {counts[outcome]}
                </Button>
              ))}
            </fieldset>
          </div>
          <PlanTable
            key={activeFilter}
            rows={activeFilter ? rows.filter(({ outcome }) => outcome === activeFilter) : rows}
            modelCounts={modelCounts}
            refreshing={busy !== null}
            onArea={(row, area) => draft.setArea(row.group.key, area)}
            onSize={draft.setSize}
            onFix={(edits) => void draft.applyCorrections(edits)}
          />
        </>
      )}
    </div>
  )
}
