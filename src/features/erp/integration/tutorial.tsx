import { Button } from '@arco-design/web-react'
import { IconCheck } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { erpProgramsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { VisuallyHidden } from '../../../ui/visually-hidden'
import { FactoryPicture } from '../factory-picture'
import { type Step, type StepKey, stepsOf } from './steps'
import { useSteps } from './use-steps'

interface TutorialProps {
  readonly onKey: () => void
}

function StepMark({ step, ordinal }: { readonly step: Step; readonly ordinal: number }) {
  return (
    <span className={`erp-step-mark numeric${step.isDone ? ' is-done' : ''}`}>
      {step.isDone ? <IconCheck /> : ordinal}
      <VisuallyHidden>{step.isDone ? '已完成' : '未完成'}</VisuallyHidden>
    </span>
  )
}

const unknownSteps = stepsOf({ hasKey: false, unbound: [], hasPushed: false })

/** 工厂对接 while there is no key: its purpose and the three steps with their progress. */
export function Tutorial({ onKey }: TutorialProps) {
  const steps = useSteps() ?? unknownSteps
  const programs = useQuery({ ...erpProgramsQuery(useApi()), meta: { quiet: true } }).data
  return (
    <section className="erp-tutorial" aria-label="对接教程">
      <header className="erp-tutorial-head">
        <FactoryPicture />
        <div>
          <h2 className="erp-tutorial-title">把订单直接推送给工厂</h2>
          <p className="erp-tutorial-text">
            对接一次，之后买家定制的每个订单都能按正确的机型、材质和颜色交给工厂，不用再手工抄写。
          </p>
        </div>
      </header>
      <ol className="erp-steps">
        {steps.map((step, at) => (
          <li key={step.key} className="erp-step" aria-current={step.key === 'key' ? 'step' : undefined}>
            <StepMark step={step} ordinal={at + 1} />
            <div className="erp-step-body">
              <h3 className="erp-step-title">{step.title}</h3>
              <p className="erp-step-text">{step.text}</p>
              {step.key === 'key' &&
                (programs?.length === 0 ? (
                  <p className="erp-warning">这个服务器还没有接入工厂系统，暂时不能授权。请联系客服或部署人员。</p>
                ) : (
                  <Button type="primary" onClick={onKey}>
                    授权 key
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const linksOf: Readonly<Record<StepKey, readonly (readonly [string, string])[]>> = {
  key: [],
  bind: [
    ['绑定机型', screens.modelBindings.path],
    ['绑定材质', screens.materialBindings.path],
  ],
  push: [['去推送订单', screens.orders.path]],
}

/** The same steps as one line above the screen, until all of them are done. */
export function StepStrip() {
  const steps = useSteps()
  if (steps === null || steps.every(({ isDone }) => isDone)) return null
  return (
    <nav className="erp-strip" aria-label="对接步骤">
      <ol>
        {steps.map((step, at) => (
          <li key={step.key} className={`erp-strip-step${step.isDone ? ' is-done' : ''}`}>
            <StepMark step={step} ordinal={at + 1} />
            <span className="erp-strip-title">{step.title}</span>
            {step.left !== undefined && <span className="erp-strip-left">{step.left}</span>}
            {!step.isDone &&
              linksOf[step.key].map(([label, path]) => (
                <Link key={path} href={path} className="erp-strip-link">
                  {label}
                </Link>
              ))}
          </li>
        ))}
      </ol>
    </nav>
  )
}
