import { IconCheck } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { openingSteps } from '../../../contract/rules/home'
import { homeQuery } from '../../api/queries/home'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { stepFacts, stepHref } from './steps'
import { useKnownAccount } from './use-known-account'
import './first-step-strip.css'

/** The way to the first link in one line, for the screen on which an account without orders begins. */
export function FirstStepStrip() {
  const { may, hasOrders } = usePermissions()
  return !hasOrders && may(['users', 'view']) ? <Strip /> : null
}

function Strip() {
  const { data } = useQuery(homeQuery(useApi()))
  const known = useKnownAccount()
  const done = data?.firstSteps
  if (!done || openingSteps.every((step) => done.includes(step))) return null
  const left = openingSteps.filter((step) => !done.includes(step))
  const [next] = left
  const minutes = left.reduce((sum, step) => sum + stepFacts[step].minutes, 0)
  return (
    <nav className="first-steps" aria-label="开店步骤">
      <p className="first-steps-title">
        <Link href={screens.home.path}>六步卖出第一个定制壳</Link>
        <span className="numeric">还要约 {minutes} 分钟</span>
      </p>
      <ol>
        {openingSteps.map((step, index) => {
          const isDone = done.includes(step)
          const { name, why, act } = stepFacts[step]
          return (
            <li key={step} className={isDone ? 'is-done' : step === next ? 'is-next' : undefined}>
              <Link href={stepHref(step, known)} title={why}>
                <span className="first-steps-mark numeric" aria-hidden="true">
                  {isDone ? <IconCheck /> : index + 1}
                </span>
                {step === next ? act : name}
                {isDone && <VisuallyHidden>，已完成</VisuallyHidden>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
