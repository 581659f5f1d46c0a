import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { messageOf } from '../../../contract/ground/thrown'
import type { FirstStep } from '../../../contract/rules/home'
import { usePlatform } from '../../api/services'
import { followSteps } from '../../base/first-way'
import { toastFailure } from '../../ui/toast'
import { stepHref, trialPage } from './steps'
import { useKnownAccount } from './use-known-account'

interface StepLinkProps {
  readonly step: FirstStep
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** Leads to where a step is done, and keeps the steps in sight from there on; 自己当一次买家 opens the buyers' page on trial. */
export function StepLink({ step, children, ...shown }: StepLinkProps) {
  const known = useKnownAccount()
  const { openLink } = usePlatform()
  const page = step === 'tried' ? trialPage(known) : null
  if (page === null) {
    return (
      <Link href={stepHref(step, known)} onClick={() => followSteps(true)} {...shown}>
        {children}
      </Link>
    )
  }
  const open = () => void openLink(page).catch((error: unknown) => toastFailure(messageOf(error)))
  return (
    <button type="button" onClick={open} {...shown}>
      {children}
    </button>
  )
}
