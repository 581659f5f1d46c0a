/** Lets automation rules decide about the orders that are due. */
import { decideDue, hasDue, sweepRules } from '../domain/rules/due'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'

export const ruleWork = (deps: Deps, report: (error: unknown) => void): readonly PeriodicWork[] => [
  // A push orders at a factory, which a copy of an installation must not do beside the original.
  {
    name: 'automation-rules',
    cron: '* * * * *',
    actsOutside: true,
    isDue: () => hasDue(deps),
    run: () => decideDue(deps, report),
  },
  { name: 'sweep-automation', cron: '41 * * * *', run: () => sweepRules(deps) },
]
