/** Looks every hour which shops' authorizations have ended or will end soon, and tells their sellers. */
import { tellExpiries } from '../domain/shops/authorization-notices'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'

export const authorizationWork = (deps: Pick<Deps, 'db' | 'clock'>): PeriodicWork => ({
  name: 'tell-authorizations',
  cron: '41 * * * *',
  run: () => tellExpiries(deps),
})
