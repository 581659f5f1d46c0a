import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill, IconRight } from '@arco-design/web-react/icon'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FirstStep, firstSteps, openingSteps, optionalSteps } from '../../../contract/rules/home'
import { homeQuery } from '../../api/queries/home'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { StepLink } from './step-link'
import { stepFacts } from './steps'

const opening: readonly FirstStep[] = openingSteps
const groups = [
  { name: '六步卖出第一个定制壳', steps: opening },
  { name: '接到订单以后', steps: firstSteps.filter((step) => !opening.includes(step)) },
]

/** The steps to the first case; the server ticks each by what it finds. */
export function FirstStepList({ done }: { readonly done: readonly FirstStep[] }) {
  const api = useApi()
  const queries = useQueryClient()
  const { may } = usePermissions()
  // A shop that sells needs only what is left.
  const hidesDone = done.includes('orders')
  const next = firstSteps.find((step) => !done.includes(step))
  const ending = useMutation({
    mutationFn: () => api.home.endFirstSteps(),
    onSuccess: () => queries.invalidateQueries({ queryKey: homeQuery(api).queryKey }),
  })
  // A failure is shown by what is around all screens.
  const end = useOneAtATime(() => ending.mutateAsync().catch(() => undefined))
  return (
    <section className="home-card" aria-label="开店步骤">
      <header className="home-card-head">
        <h2>
          开店步骤 <span className="home-hint numeric">{`${done.length} / ${firstSteps.length}`}</span>
        </h2>
        {may(['users']) && (
          <Button size="mini" type="text" loading={ending.isPending} onClick={() => end()}>
            不再显示
          </Button>
        )}
      </header>
      {groups.map(({ name, steps }) => {
        const shown = steps.filter((step) => !hidesDone || !done.includes(step))
        if (shown.length === 0) return null
        return (
          <section key={name} aria-label={name} className="home-way">
            <h3 className="home-way-title">
              {name}
              <span className="home-hint numeric">{minutesText(shown.filter((step) => !done.includes(step)))}</span>
            </h3>
            <ol className="home-steps">
              {shown.map((step) => (
                <Step key={step} step={step} no={steps.indexOf(step) + 1} isDone={done.includes(step)} isNext={step === next} />
              ))}
            </ol>
          </section>
        )
      })}
    </section>
  )
}

const minutesText = (left: readonly FirstStep[]): string =>
  left.length === 0 ? '' : `约 ${left.reduce((sum, step) => sum + stepFacts[step].minutes, 0)} 分钟`

interface StepProps {
  readonly step: FirstStep
  /** Its place in its group, from 1. */
  readonly no: number
  readonly isDone: boolean
  readonly isNext: boolean
}

function Step({ step, no, isDone, isNext }: StepProps) {
  const { name, why, act, minutes } = stepFacts[step]
  return (
    <li className={isDone ? 'is-done' : isNext ? 'is-next' : undefined}>
      <StepLink step={step} className="home-step">
        <span className="home-step-mark numeric" aria-hidden="true">
          {isDone ? <IconCheckCircleFill /> : no}
        </span>
        <span>
          <span className="home-step-name">
            {name}
            {optionalSteps.includes(step) && <span className="home-hint">（可以不做）</span>}
            {isDone && <VisuallyHidden>，已完成</VisuallyHidden>}
          </span>
          <span className="home-hint">{why}</span>
        </span>
        {isNext ? (
          <span className="home-step-act">{act}</span>
        ) : isDone ? (
          <IconRight className="home-step-arrow" />
        ) : (
          <span className="home-hint numeric home-step-minutes">{minutes} 分钟</span>
        )}
      </StepLink>
    </li>
  )
}
