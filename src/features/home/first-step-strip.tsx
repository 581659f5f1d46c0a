import { Button } from '@arco-design/web-react'
import { IconCheck, IconClose } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { openingSteps } from '../../../contract/rules/home'
import { homeKeys, homeQuery } from '../../api/queries/home'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { followSteps, followsSteps } from '../../base/first-way'
import { screens } from '../../base/paths'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { StepLink } from './step-link'
import { stepFacts } from './steps'
import './first-step-strip.css'

/** The way to the first link in one line: where an account without orders begins, and on every screen while its steps are followed. */
export default function FirstStepStrip() {
  const { may, hasOrders } = usePermissions()
  return !hasOrders && may(['users', 'view']) ? <Strip /> : null
}

function Strip() {
  const { data } = useQuery(homeQuery(useApi()))
  useStepsAfterChanges()
  const follows = useSyncExternalStore(followsSteps.subscribe, followsSteps.get)
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
              <StepLink step={step} title={why}>
                <span className="first-steps-mark numeric" aria-hidden="true">
                  {isDone ? <IconCheck /> : index + 1}
                </span>
                {step === next ? act : name}
                {isDone && <VisuallyHidden>，已完成</VisuallyHidden>}
              </StepLink>
            </li>
          )
        })}
      </ol>
      {follows && (
        <Button
          size="mini"
          type="text"
          icon={<IconClose />}
          aria-label="收起开店步骤"
          title="收起，首页上还能找到"
          onClick={() => followSteps(false)}
        />
      )}
    </nav>
  )
}

/** Changes that come together are followed by one reading, ms. */
const pauseMs = 200

/** Reads the steps again after anything was changed here: a change tells the lists that show it, and each of them may end a step. */
function useStepsAfterChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryKey[0] === homeKeys.all[0]) return
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: homeKeys.all }), pauseMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
}
